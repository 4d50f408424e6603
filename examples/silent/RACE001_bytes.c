// gomarmot: ranks=4
// Four ranks write the four bytes of one int.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;
    char byte = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *cells, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(0, win);
    MPI_Put(&byte, 1, MPI_BYTE, 0, rank, 1, MPI_BYTE, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
