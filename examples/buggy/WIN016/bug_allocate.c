// MPI_Win_allocate returns memory 36 bytes apart on ranks 0 and 1; MPICH 4.0 places the window before rank 1's memory.
// gomarmot: env=UCX_RCACHE_ENABLE=y
// gomarmot: skip-openmpi it has windows where the program says
// gomarmot: skip-mpich-4.2 it has windows where the program says
// gomarmot: skip-mpich-5.0 it has windows where the program says
// gomarmot: skip-abi-openmpi it has windows where the program says
// gomarmot: skip-abi-mpich it has windows where the program says
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, value = 7, *memory, missed;
    MPI_Win win;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(36, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // want WIN016 "the MPI library has the window at 0x[0-9a-f]+, 4 bytes before the memory at 0x[0-9a-f]+ that it has returned"
    memory[2] = 0;
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 2, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    missed = rank == 1 && memory[2] != value;
    MPI_Win_free(&win);
    MPI_Finalize();
    return rank == 1 && !missed;
}
