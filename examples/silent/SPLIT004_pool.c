// In each step a new thread, and then the main thread, begins and ends a read on
// the same file handle.
#include <mpi.h>
#include <pthread.h>

enum { N = 100, STEPS = 5 };

static int data[N];
static MPI_File fh;
static MPI_Offset at;

static void *step(void *argument) {
    MPI_File_read_at_all_begin(fh, at, data, N, MPI_INT);
    MPI_File_read_at_all_end(fh, data, MPI_STATUS_IGNORE);
    return argument;
}

int main(int argc, char **argv) {
    int provided, rank;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split004_pool.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    at = rank * (MPI_Offset)sizeof data;
    MPI_File_write_at(fh, at, data, N, MPI_INT, MPI_STATUS_IGNORE);

    for (int i = 0; i < STEPS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, step, NULL);
        pthread_join(thread, NULL);
        step(NULL);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
