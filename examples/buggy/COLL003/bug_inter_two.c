// gomarmot: ranks=4
// Ranks 0 and 1 both pass MPI_ROOT; one of them must pass MPI_PROC_NULL.
// Each sends its value, and the value of rank 1 is never received.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int upper = rank > 1;
    int value = rank;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 2, 5, &between);
    MPI_Bcast(&value, 1, MPI_INT, upper ? 0 : MPI_ROOT, between); // want COLL003 "rank 0 and rank 1 both pass MPI_ROOT"
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
