// The info of the window promises that concurrent accumulates use the same operation or MPI_NO_OP.
// gomarmot: ranks=3
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cell, one = 1, seen = 0;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ops", "same_op_no_op");
    MPI_Win_allocate(sizeof *cell, sizeof *cell, info, MPI_COMM_WORLD, &cell, &win);
    MPI_Info_free(&info);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 1)
        MPI_Fetch_and_op(&one, &seen, MPI_INT, 2, 0, MPI_NO_OP, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
