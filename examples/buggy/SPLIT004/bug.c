// The main thread begins the write and a helper thread ends it. Both halves of
// a split collective must be called by the same thread.
#include <mpi.h>
#include <pthread.h>

enum { N = 1000 };

static double u[N];
static MPI_File fh;

static void *finish(void *argument) {
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE); // want SPLIT004 "thread"
    return argument;
}

int main(int argc, char **argv) {
    int provided, rank;
    pthread_t helper;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split004.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_DOUBLE);
    pthread_create(&helper, NULL, finish, NULL);
    pthread_join(helper, NULL);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
