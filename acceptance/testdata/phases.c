// Says what it is at, for slowfs.c, and makes enough calls to fill its ring several times.
#include <mpi.h>
#include <unistd.h>

static void at(const char *what)
{
    if (!access(what, F_OK)) // it is for who looks on
        return;
}

int main(int argc, char **argv)
{
    int *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    at("/at/run");
    MPI_Win_allocate(1000 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_SELF, &cells, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    for (int i = 0; i < 50000; i++) {
        MPI_Put(&i, 1, MPI_INT, 0, i % 1000, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_Barrier(MPI_COMM_WORLD);
    at("/at/end");
    MPI_Finalize();
    at("/at/after");
    return 0;
}
