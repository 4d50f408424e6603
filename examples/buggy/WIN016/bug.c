// With UCX's cache of registered memory, MPICH 4.0 places the window 8 bytes before
// the memory that the program passes: the put changes the variable before this memory.
// gomarmot: env=UCX_RCACHE_ENABLE=y
// gomarmot: skip-openmpi it has windows where the program says
// gomarmot: skip-mpich-4.2 it has windows where the program says
// gomarmot: skip-mpich-5.0 it has windows where the program says
// gomarmot: skip-abi-openmpi it has windows where the program says
// gomarmot: skip-abi-mpich it has windows where the program says
#include <mpi.h>

static struct {
    int other[2];
    int window[2];
} memory __attribute__((aligned(16)));

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, value = 7;
    MPI_Win win;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory.window, sizeof memory.window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN016 "the MPI library has the window at 0x[0-9a-f]+, 8 bytes before the memory at 0x[0-9a-f]+ that the program has passed"
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return memory.other[0] == value ? 0 : 1;
}
