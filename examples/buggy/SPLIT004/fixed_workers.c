// Each worker begins and ends its own write.
#include <mpi.h>
#include <pthread.h>

enum { N = 64 };

static char text[N];
static MPI_File fh;

static void *both(void *argument) {
    MPI_File_write_ordered_begin(fh, text, N, MPI_CHAR);
    MPI_File_write_ordered_end(fh, text, MPI_STATUS_IGNORE);
    return argument;
}

int main(int argc, char **argv) {
    int provided;
    pthread_t worker;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_File_open(MPI_COMM_WORLD, "split004_workers.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    pthread_create(&worker, NULL, both, NULL);
    pthread_join(worker, NULL);
    pthread_create(&worker, NULL, both, NULL);
    pthread_join(worker, NULL);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
