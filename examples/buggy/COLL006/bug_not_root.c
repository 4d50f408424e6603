// Only the root of a reduction may pass MPI_IN_PLACE, but rank 1 passes it, too.
// If the call fails, rank 1 calls MPI_Reduce again, because the root waits.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank, failed;
    int value = 1, copy = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    failed = MPI_Reduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); // want COLL006 "MPI_Reduce with MPI_IN_PLACE as sendbuf on rank 1, but only the root, rank 0, may pass it"
    if (failed)
        MPI_Reduce(&copy, NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
