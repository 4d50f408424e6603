// The sizes differ, so the program does not promise same_size. The displacement unit is
// the same on all ranks, so the program promises same_disp_unit.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "same_disp_unit", "true");

    MPI_Aint size = (rank == 0 ? 2 : 4) * (MPI_Aint)sizeof(int);
    MPI_Win_create(cells, size, sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
