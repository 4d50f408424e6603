// All ranks keep to their hints: same_size and same_disp_unit are true where the
// ranks agree and false where they differ. MPI ignores unknown keys.
#include <mpi.h>

static int cells[4];

static void create(MPI_Aint size, int unit, const char *same) {
    MPI_Info info;
    MPI_Win win;

    MPI_Info_create(&info);
    MPI_Info_set(info, "same_size", same);
    MPI_Info_set(info, "same_disp_unit", same);
    MPI_Info_set(info, "colour_of_the_window", "blue");
    MPI_Win_create(cells, size, unit, info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    create(sizeof cells, sizeof(int), "true");
    create((1 + rank) * (MPI_Aint)sizeof(int), 1 + rank, "false");

    MPI_Finalize();
    return 0;
}
