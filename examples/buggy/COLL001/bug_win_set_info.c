// MPI_Win_set_info is collective, even though the ranks may pass different hints. Here only
// rank 0 calls it: an MPI library, such as MPICH, may wait in the call for the other ranks.
// gomarmot: hang
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
    MPI_Info_set(info, "accumulate_ordering", "none");

    if (rank == 0)
        MPI_Win_set_info(win, info); // want COLL001 "MPI_Win_set_info"

    MPI_Info_free(&info);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
