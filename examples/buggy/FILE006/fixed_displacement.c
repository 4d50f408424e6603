// The view of rank 0 begins after the header, at byte 64.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_SELF, rank == 0 ? "file006_0.data" : "file006_1.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank == 0 ? 64 : 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
