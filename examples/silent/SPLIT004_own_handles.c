// Two threads each use their own file handle, and both writes are active at the
// same time. Each thread ends the write that it has begun.
#include <mpi.h>
#include <pthread.h>

enum { N = 200 };

typedef struct {
    MPI_File fh;
    MPI_Offset at;
    int data[N];
} Block;

static pthread_barrier_t turn;

static void *worker(void *argument) {
    Block *b = argument;

    pthread_barrier_wait(&turn); /* the main thread has begun */
    MPI_File_write_at_all_begin(b->fh, b->at, b->data, N, MPI_INT);
    pthread_barrier_wait(&turn);
    pthread_barrier_wait(&turn); /* the main thread has ended */
    MPI_File_write_at_all_end(b->fh, b->data, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv) {
    static Block mine, theirs;
    int provided, rank;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split004_mine.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &mine.fh);
    MPI_File_open(MPI_COMM_WORLD, "split004_theirs.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &theirs.fh);
    mine.at = theirs.at = rank * (MPI_Offset)sizeof mine.data;
    pthread_barrier_init(&turn, NULL, 2);
    pthread_create(&thread, NULL, worker, &theirs);

    MPI_File_write_at_all_begin(mine.fh, mine.at, mine.data, N, MPI_INT);
    pthread_barrier_wait(&turn);
    pthread_barrier_wait(&turn); /* the worker has begun */
    MPI_File_write_at_all_end(mine.fh, mine.data, MPI_STATUS_IGNORE);
    pthread_barrier_wait(&turn);

    pthread_join(thread, NULL);
    MPI_File_close(&theirs.fh);
    MPI_File_close(&mine.fh);
    MPI_Finalize();
    return 0;
}
