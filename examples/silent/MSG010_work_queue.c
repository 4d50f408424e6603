// Rank 0 hands out work: it receives a result from any rank and sends that rank
// the next item. When no work is left, rank 0 only receives the remaining results.
// gomarmot: ranks=4
#include <mpi.h>

enum { WORK = 24, TAG = 1 };

static void hand_out(int workers) {
    int next = 0, sum = 0, stop = -1;

    for (int i = 1; i <= workers; i++, next++)
        MPI_Send(&next, 1, MPI_INT, i, TAG, MPI_COMM_WORLD);
    for (int done = 0; done < WORK; done++) {
        int result;
        MPI_Status status;

        MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
        sum += result;
        if (next < WORK) {
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, TAG, MPI_COMM_WORLD);
            next++;
        }
    }
    for (int i = 1; i <= workers; i++)
        MPI_Send(&stop, 1, MPI_INT, i, TAG, MPI_COMM_WORLD);
    if (sum != WORK * (WORK - 1) / 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void work(void) {
    int item;

    for (;;) {
        MPI_Recv(&item, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (item < 0)
            return;
        MPI_Send(&item, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        hand_out(size - 1);
    else
        work();
    MPI_Finalize();
    return 0;
}
