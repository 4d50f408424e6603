// Both ranks start their access epochs before they post their windows to each other.
// MPI_Win_start may wait for the other rank's post.
// gomarmot: env=OMPI_MCA_osc=pt2pt
// gomarmot: skip-mpich its MPI_Win_start waits
// gomarmot: skip-openmpi-5.0 its MPI_Win_start waits
// gomarmot: skip-openmpi-6.0 it has no pt2pt
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

    MPI_Win_start(partner, 0, win); // want PSCW013 "rank 0 would wait in MPI_Win_start for MPI_Win_post of rank 1, rank 1 would wait in MPI_Win_start for MPI_Win_post of rank 0"
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
