// The second begin comes from another thread. A file handle allows one split collective at
// a time, not one per thread.
#include <mpi.h>
#include <pthread.h>

enum { N = 1000 };

static int rank, first[N], second[N];
static MPI_File fh;
static MPI_Offset at;

static void *reader(void *argument) {
    if (MPI_File_read_at_all_begin(fh, at + sizeof first, second, N, MPI_INT) == MPI_SUCCESS) // want SPLIT001 "read_at_all_begin"
        MPI_File_read_at_all_end(fh, second, MPI_STATUS_IGNORE);
    return argument;
}

int main(int argc, char **argv) {
    int provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split001_thread.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    at = 2 * rank * (MPI_Offset)sizeof first;
    MPI_File_write_at(fh, at, first, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(fh, at + sizeof first, second, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, at, first, N, MPI_INT);
    pthread_create(&thread, NULL, reader, NULL);
    pthread_join(thread, NULL);
    MPI_File_read_at_all_end(fh, first, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
