// The read is begun by a helper thread and ended by the main thread after the
// helper is gone. MPI_THREAD_SERIALIZED is enough for two threads that take
// turns, but not for one split collective of both.
#include <mpi.h>
#include <pthread.h>

enum { N = 1000 };

static int data[N];
static MPI_File fh;

static void *prefetch(void *argument) {
    MPI_File_read_all_begin(fh, data, N, MPI_INT);
    return argument;
}

int main(int argc, char **argv) {
    int provided, rank;
    pthread_t helper;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split004_serialized.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof data;
    MPI_File_write_at(fh, at, data, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, at, MPI_SEEK_SET);

    pthread_create(&helper, NULL, prefetch, NULL);
    pthread_join(helper, NULL);
    MPI_File_read_all_end(fh, data, MPI_STATUS_IGNORE); // want SPLIT004 "thread"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
