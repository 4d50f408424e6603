// gomarmot: ranks=3 hang
// Rank 1 waits for a message from rank 0 before its second fence; rank 0 sends it only
// after that fence, which waits for rank 1.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base, token = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Recv(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win); // want FENCE009 "ranks 0, 2 called MPI_Win_fence, but not rank 1, which is in MPI_Recv and waits for a message with tag 5 on MPI_COMM_WORLD from rank 0, which is in MPI_Win_fence"
    if (rank == 0)
        MPI_Send(&token, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
