// A file begins at byte 0: the displacement of a view cannot be negative.
// Rank 0 subtracts the size of the header instead of adding it.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_SELF, rank == 0 ? "file006_0.data" : "file006_1.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank == 0 ? -64 : 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); // want FILE006 "displacement.*-64"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
