// MPI_MINLOC takes pairs of a value and an index, not single ints.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {5, 6}, least[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allreduce(mine, least, 2, MPI_INT, MPI_MINLOC, MPI_COMM_WORLD); // want COLL005 "MPI_Allreduce with MPI_MINLOC on MPI_INT"

    MPI_Finalize();
    return 0;
}
