// The memory of the window begins at a multiple of 16 bytes, so that MPICH places the
// window there, even with a cache of registered memory.
// gomarmot: env=UCX_RCACHE_ENABLE=y
#include <mpi.h>

static struct {
    int other[4];
    int window[2];
} memory __attribute__((aligned(16)));

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, value = 7;
    MPI_Win win;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory.window, sizeof memory.window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return memory.window[0] == value ? 0 : 1;
}
