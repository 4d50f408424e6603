// The datatype is a pair.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {5, 6}, least[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allreduce(mine, least, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
