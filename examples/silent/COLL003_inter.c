// gomarmot: ranks=5
// Blocking and nonblocking collective calls on an intercommunicator, with the root in
// either group. Each group numbers its ranks in the reverse order of MPI_COMM_WORLD.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, me, value = 1, sum, all[4] = {0};
    MPI_Comm half, between;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int odd = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, odd, size - rank, &half);
    MPI_Comm_rank(half, &me);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, odd ? 4 : 3, 5, &between);
    for (int root = 0; root < 2; root++) {
        const int odds = odd ? root : me == root ? MPI_ROOT : MPI_PROC_NULL, evens = !odd ? root : me == root ? MPI_ROOT : MPI_PROC_NULL;

        MPI_Bcast(&value, 1, MPI_INT, odds, between);
        MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, evens, between);
        MPI_Gather(&value, 1, MPI_INT, all, 1, MPI_INT, odds, between);
        MPI_Scatter(all, 1, MPI_INT, &value, 1, MPI_INT, evens, between);
        MPI_Ibcast(&value, 1, MPI_INT, odds, between, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
