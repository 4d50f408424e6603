// Each MPI_File_open creates a separate view and shared file pointer: the
// view of one handle does not affect another handle of the same file.
#include <mpi.h>

int main(int argc, char **argv) {
    const char *name = "file009_other_handle.data";
    static int row[4];
    int rank;
    MPI_File blocks, list, own;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &blocks);
    MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &list);
    MPI_File_open(MPI_COMM_SELF, name, amode, MPI_INFO_NULL, &own);
    MPI_File_set_view(blocks, 1024 * rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_set_view(list, 4096, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_set_view(own, 8192 * (1 + rank), MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_all(blocks, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_shared(list, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_shared(own, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); // some MPIs keep the shared pointers of a file in one place
    MPI_File_close(&own);
    MPI_File_close(&list);
    MPI_File_close(&blocks);

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_delete(name, MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
