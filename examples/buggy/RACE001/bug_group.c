// gomarmot: ranks=3
// Ranks 0 and 2 create a communicator: this call does not make rank 1 wait for rank 0.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    const int members[] = {0, 2};
    int value = 1, second = 2;
    MPI_Win win;
    MPI_Group world, pair;
    MPI_Comm both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
    }
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, members, &pair);
    if (rank == 0 || rank == 2) {
        MPI_Comm_create_group(MPI_COMM_WORLD, pair, 0, &both);
        MPI_Comm_free(&both);
    }
    MPI_Group_free(&pair);
    MPI_Group_free(&world);
    if (rank == 1)
        MPI_Put(&second, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 2.*neither rank waits until the other has completed its access"
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
