// Rank 0 uses the address a second time after rank 1 has detached the memory. The barrier
// orders the two calls: the put surely comes too late.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, value = 42;
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 1)
        MPI_Win_attach(win, cells, sizeof cells);
    MPI_Get_address(cells, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    if (rank == 1)
        MPI_Win_detach(win, cells);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win); // want RMA006 "attached"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
