// While the views differ, the ranks use offsets and their own file pointers. All have the same view again before
// they use the shared file pointer.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[4];
    int rank;
    MPI_Datatype even;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 2, MPI_INT, &even);
    MPI_Type_commit(&even);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file009_same_again.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank * (MPI_Offset)sizeof(int), MPI_INT, even, "native", MPI_INFO_NULL);
    MPI_File_write_all(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_File_set_view(fh, 1024, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    else
        MPI_File_set_view(fh, 2048, MPI_INT, even, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 4096, MPI_INT, even, "native", MPI_INFO_NULL);
    MPI_File_write_shared(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Type_free(&even);
    MPI_Finalize();
    return 0;
}
