// gomarmot: ranks=3
// Two ranks put to the same cell through two windows over the same memory. Epochs of one
// window do not order accesses through the other window.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, second = 2;
    int *memory;
    MPI_Win win, alias;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(4 * sizeof *memory, MPI_INFO_NULL, &memory);
    MPI_Win_create(memory, 4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(memory, 4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &alias);

    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, alias);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    else if (rank == 1)
        MPI_Put(&second, 1, MPI_INT, 2, 0, 1, MPI_INT, alias); // want WIN012 "through window .* and window"
    MPI_Win_unlock_all(alias);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&alias);
    MPI_Win_free(&win);
    MPI_Free_mem(memory);
    MPI_Finalize();
    return 0;
}
