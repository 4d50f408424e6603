// Window sizes and displacement units may differ between the ranks. The target's
// unit applies: rank 1 takes displacements in doubles, rank 0 in bytes.
#include <mpi.h>

int main(int argc, char **argv) {
    static double cells[8];
    int rank;
    double value = 1.5;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Aint size = (rank == 0 ? 8 : 4) * (MPI_Aint)sizeof(double);
    MPI_Win_create(cells, size, rank == 0 ? 1 : sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, 1 - rank, rank == 0 ? 3 : 56, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return cells[rank == 0 ? 7 : 3] != 1.5;
}
