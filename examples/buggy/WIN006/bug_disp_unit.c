// The info key same_disp_unit promises one displacement unit for all ranks.
// Rank 0 counts in bytes, rank 1 in doubles.
#include <mpi.h>

int main(int argc, char **argv) {
    static double cells[4];
    int rank;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "same_disp_unit", "true");

    int unit = rank == 0 ? 1 : sizeof(double);
    MPI_Win_create(cells, sizeof cells, unit, info, MPI_COMM_WORLD, &win); // want WIN006 "same_disp_unit.*1.*8"
    MPI_Info_free(&info);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
