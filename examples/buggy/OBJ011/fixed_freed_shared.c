// Rank 0 stores to the memory of rank 1 in a shared window before MPI_Win_free.
#include <mpi.h>

enum { N = 100000 };

int main(int argc, char **argv) {
    int rank, unit, *own, *other;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(N * sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    MPI_Win_shared_query(win, 1, &size, &unit, &other);
    own[0] = rank;

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        other[N - 1] = 1;
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
