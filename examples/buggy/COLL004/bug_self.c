// On MPI_COMM_SELF each rank sends three
// values to itself, but expects only two.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, sends = 3, receives = 2, from = 0;
    int mine[4] = {0}, got[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    mine[0] = rank;
    MPI_Alltoallv(mine, &sends, &from, MPI_INT, got, &receives, &from, MPI_INT, MPI_COMM_SELF); // want COLL004 "rank 0 sends 3 MPI_INT .12 bytes. to itself, but receives 2 MPI_INT .8 bytes. from itself"

    MPI_Finalize();
    return 0;
}
