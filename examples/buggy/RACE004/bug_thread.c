// Two threads make MPI calls; one thread stores to a cell of the window before it knows
// that the put of the other rank is complete.
// gomarmot: access=auto flag=-pthread
#include <mpi.h>
#include <pthread.h>

static int *cells;

static void *work(void *unused) {
    int found;

    cells[1] = 5; // want RACE004 "MPI_Put of rank 1 writes, .*the same 4 bytes of rank 0, from byte 4 of its window on"
    MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    return unused;
}

int main(int argc, char **argv) {
    int provided, rank, value = 7;
    pthread_t thread;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    } else if (rank == 0) {
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
