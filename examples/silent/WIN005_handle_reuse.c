// MPI may give a new window the handle value of a freed window. The handle is
// then valid for the new window, whatever window it named before.
#include <mpi.h>

static int cells[8];

static void exchange(MPI_Win win, int rank) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Win first, second, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int i = 0; i < 10; i++) {
        MPI_Aint size = (1 + i % 4) * (MPI_Aint)sizeof(int);
        MPI_Win_create(&cells[0], size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first);
        MPI_Win_create(&cells[4], size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
        exchange(first, rank);
        exchange(second, rank);
        copy = i % 2 ? first : second;
        if (i % 2) {
            MPI_Win_free(&second);
            exchange(copy, rank);
            MPI_Win_free(&first);
        } else {
            MPI_Win_free(&first);
            exchange(copy, rank);
            MPI_Win_free(&second);
        }
    }

    MPI_Finalize();
    return 0;
}
