// Both ranks start their access epoch before they expose their window to each other. In
// MPI libraries where MPI_Win_start waits for the exposure epoch, neither rank goes on.
// gomarmot: hang
// gomarmot: skip-openmpi-4.1 its MPI_Win_start does not wait
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, other, *cells;
    int value = 1;
    MPI_Win win;
    MPI_Group world, partner;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &partner);

    MPI_Win_start(partner, 0, win); // want HANG001 "^ranks 0, 1 wait for each other: rank 0 in MPI_Win_start waits for MPI_Win_post from rank 1, which is in MPI_Win_start; rank 1 in MPI_Win_start waits for MPI_Win_post from rank 0, which is in MPI_Win_start$"
    MPI_Win_post(partner, 0, win);
    MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);

    MPI_Group_free(&partner);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
