// The helper thread makes both calls.
#include <mpi.h>
#include <pthread.h>

enum { N = 1000 };

static double u[N];
static MPI_File fh;
static MPI_Offset at;

static void *finish(void *argument) {
    MPI_File_write_at_all_begin(fh, at, u, N, MPI_DOUBLE);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    return argument;
}

int main(int argc, char **argv) {
    int provided, rank;
    pthread_t helper;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split004.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    at = rank * (MPI_Offset)sizeof u;
    pthread_create(&helper, NULL, finish, NULL);
    pthread_join(helper, NULL);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
