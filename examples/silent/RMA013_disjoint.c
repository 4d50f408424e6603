// Buffers of RMA calls that share addresses without doing harm: a loop that puts a rank's block to all other ranks, a
// fetch with MPI_NO_OP, a swap with origin = compare, cells that interleave, and blocks that touch.
#include <mpi.h>

enum { N = 32 };

int main(int argc, char **argv) {
    int rank, size, *cells, value, seen;
    MPI_Win win;
    MPI_Datatype odd;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((size + N) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < size + N; i++)
        cells[i] = rank;
    MPI_Win_fence(0, win);

    for (int i = 0; i < size; i++)
        if (i != rank)
            MPI_Put(&cells[rank], 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Type_vector(N / 4, 1, 2, MPI_INT, &odd);
    MPI_Type_commit(&odd);
    MPI_Put(&cells[size], 1, odd, rank, size + 1, 1, odd, win);
    MPI_Put(&cells[size + N / 2], N / 4, MPI_INT, rank, size + N / 2 + N / 4, N / 4, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Type_free(&odd);

    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&value, &value, MPI_INT, (rank + 1) % size, size, MPI_NO_OP, win);
    MPI_Win_flush_all(win);
    MPI_Compare_and_swap(&value, &value, &seen, MPI_INT, rank, size, win);
    MPI_Win_flush_all(win);
    MPI_Put(&cells[size + 1], 0, MPI_INT, rank, size + 1, 0, MPI_INT, win);
    MPI_Put(&cells[size + 1], 1, MPI_INT, MPI_PROC_NULL, size, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
