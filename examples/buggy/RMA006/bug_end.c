// The address lies in the attached region, but the access runs over its end:
// the last two of the four cells are not attached.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int rank, copy[4];
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, cells, 4 * sizeof(int));
    MPI_Get_address(&cells[2], &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(copy, 4, MPI_INT, 1, address, 4, MPI_INT, win); // want RMA006 "attached"
    MPI_Win_fence(0, win);

    MPI_Win_detach(win, cells);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
