// All ranks pass MPI_INT.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int out[2] = {0}, in[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
