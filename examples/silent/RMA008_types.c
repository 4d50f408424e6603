// MPI_Compare_and_swap takes integer, logical, multi-language and byte types;
// MPI_Fetch_and_op takes every predefined type its operation is defined for.
#include <mpi.h>
#include <stdint.h>

int main(int argc, char **argv) {
    MPI_Datatype swap[] = {MPI_INT, MPI_UNSIGNED_LONG, MPI_INT8_T, MPI_UINT64_T, MPI_C_BOOL, MPI_AINT, MPI_OFFSET, MPI_COUNT, MPI_BYTE, MPI_SIGNED_CHAR};
    int rank, n = sizeof swap / sizeof *swap;
    int64_t old[16], *cells, zero = 0, one = 1;
    double sum = 1.5, before;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate((n + 1) * (MPI_Aint)sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i <= n; i++)
        cells[i] = 0;

    MPI_Win_fence(0, win);
    if (rank == 0) {
        for (int i = 0; i < n; i++)
            MPI_Compare_and_swap(&one, &zero, &old[i], swap[i], 1, i, win);
        MPI_Fetch_and_op(&sum, &before, MPI_DOUBLE, 1, n, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
