// Fences with every combination of the four assertions that MPI_Win_fence accepts.
// The program neither communicates nor stores into the window, so every assertion holds.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    const int bits[4] = {MPI_MODE_NOSTORE, MPI_MODE_NOPUT, MPI_MODE_NOPRECEDE, MPI_MODE_NOSUCCEED};
    for (int set = 0; set < 16; set++) {
        int assert = 0;
        for (int i = 0; i < 4; i++)
            if (set >> i & 1)
                assert |= bits[i];
        MPI_Win_fence(assert, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
