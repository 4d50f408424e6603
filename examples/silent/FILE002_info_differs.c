// The info objects of an open, of a view and of MPI_File_set_info may differ
// between the ranks, and may be freed after the call.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 1;
    MPI_Info info, used;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", rank == 0 ? "write_once,random" : "read_mostly");
    MPI_Info_set(info, "colour_of_the_file", rank == 0 ? "red" : "blue");
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file002_info_differs.data", amode, rank == 0 ? info : MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", rank == 0 ? MPI_INFO_NULL : info);
    MPI_File_set_info(fh, info);
    MPI_Info_free(&info);

    MPI_File_get_info(fh, &used);
    MPI_Info_free(&used);
    MPI_File_write_at_all(fh, rank, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
