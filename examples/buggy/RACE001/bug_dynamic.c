// gomarmot: ranks=3
// In a dynamic window the displacement is an address. Both ranks put to the address
// that rank 2 has told them, and neither waits for the other.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, second = 2;
    int cell = 0;
    MPI_Aint where;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, &cell, sizeof cell);
    MPI_Get_address(&cell, &where);
    MPI_Bcast(&where, 1, MPI_AINT, 2, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 2, where, 1, MPI_INT, win);
    else if (rank == 1)
        MPI_Put(&second, 1, MPI_INT, 2, where, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 2.*their locks let both in at once"
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_detach(win, &cell);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
