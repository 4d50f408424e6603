// Rank 1 attaches one array to the dynamic window but sends the address of
// another: nothing is attached where rank 0 puts.
#include <mpi.h>

int main(int argc, char **argv) {
    static int attached[4], other[4];
    int rank, value = 42;
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, attached, sizeof attached);
    MPI_Get_address(other, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win); // want RMA006 "attached"
    MPI_Win_fence(0, win);

    MPI_Win_detach(win, attached);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
