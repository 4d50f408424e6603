// A view of a sequential file begins at the shared file pointer: its displacement
// is MPI_DISPLACEMENT_CURRENT. No other displacement is possible, not even 0.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file004_view.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); // want FILE004 "MPI_DISPLACEMENT_CURRENT"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
