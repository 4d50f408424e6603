// A user-defined operation combines the data of pending reductions: MPI may run the operation
// inside other MPI calls, of any thread.
// gomarmot: access=auto flag=-pthread
#include <mpi.h>
#include <pthread.h>

enum { N = 200, ROUNDS = 20 };

static int rank;
static MPI_Op op;
static MPI_Comm comms[2];

static void combine(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i] % 7;
}

static void *work(void *argument) {
    const MPI_Comm comm = comms[*(int *)argument];
    int mine[N], sum[N], token = 0;
    MPI_Request request;

    for (int n = 0; n < ROUNDS; n++) {
        for (int i = 0; i < N; i++)
            mine[i] = n + i;
        MPI_Iallreduce(mine, sum, N, MPI_INT, op, comm, &request);
        MPI_Sendrecv_replace(&token, 1, MPI_INT, 1 - rank, 0, 1 - rank, 0, comm, MPI_STATUS_IGNORE);
        MPI_Barrier(comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, sum, N, MPI_INT, op, comm);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int provided, numbers[2] = {0, 1};
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Op_create(combine, 1, &op);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);

    pthread_create(&thread, NULL, work, &numbers[1]);
    work(&numbers[0]);
    pthread_join(thread, NULL);

    MPI_Comm_free(&comms[0]);
    MPI_Comm_free(&comms[1]);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
