// All ranks call MPI_Win_set_info. A rank that
// changes no hints passes an empty info object.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Info_create(&info);
    if (rank == 0)
        MPI_Info_set(info, "my_own_hint", "true");

    MPI_Win_set_info(win, info);

    MPI_Info_free(&info);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
