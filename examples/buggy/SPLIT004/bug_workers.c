// One worker begins the ordered write and exits before another worker ends the write. The
// system may give both the same thread id, but they are two threads.
#include <mpi.h>
#include <pthread.h>

enum { N = 64 };

static char text[N];
static MPI_File fh;

static void *begin(void *argument) {
    MPI_File_write_ordered_begin(fh, text, N, MPI_CHAR);
    return argument;
}

static void *end(void *argument) {
    MPI_File_write_ordered_end(fh, text, MPI_STATUS_IGNORE); // want SPLIT004 "thread"
    return argument;
}

int main(int argc, char **argv) {
    int provided;
    pthread_t worker;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_File_open(MPI_COMM_WORLD, "split004_workers.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    pthread_create(&worker, NULL, begin, NULL);
    pthread_join(worker, NULL);
    pthread_create(&worker, NULL, end, NULL);
    pthread_join(worker, NULL);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
