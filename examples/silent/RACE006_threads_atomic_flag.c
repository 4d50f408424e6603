// Two threads take turns on one buffer, and signal with an atomic flag, without any call. The main thread sends and
// receives the buffer; the second thread changes it.
// gomarmot: access=auto flag=-pthread
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { N = 64, ROUNDS = 50 };

static int data[N], rank;
static atomic_int turn;

static void wait_for(int value) {
    while (atomic_load_explicit(&turn, memory_order_acquire) != value)
        sched_yield();
}

static void *work(void *unused) {
    for (int n = 0; n < ROUNDS; n++) {
        wait_for(2 * n + 1);
        for (int i = 0; i < N; i++)
            data[i] = data[i] + n;
        atomic_store_explicit(&turn, 2 * n + 2, memory_order_release);
    }
    return unused;
}

int main(int argc, char **argv) {
    int provided, sum = 0;
    pthread_t thread;
    MPI_Request request;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&thread, NULL, work, NULL);

    for (int n = 0; n < ROUNDS; n++) {
        if (rank == 0) {
            MPI_Isend(data, N, MPI_INT, 1, n, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            MPI_Recv(data, N, MPI_INT, 1, n, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Irecv(data, N, MPI_INT, 0, n, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            MPI_Send(data, N, MPI_INT, 0, n, MPI_COMM_WORLD);
        }
        atomic_store_explicit(&turn, 2 * n + 1, memory_order_release);
        wait_for(2 * n + 2);
        sum += data[n % N];
    }
    pthread_join(thread, NULL);

    MPI_Finalize();
    return sum < 0;
}
