// Rank 0 loads from the memory of a window after MPI_Win_free has given it back.
#include <mpi.h>
#include <stdio.h>

enum { N = 100000 };

int main(int argc, char **argv) {
    double *heat;
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof *heat, sizeof *heat, MPI_INFO_NULL, MPI_COMM_WORLD, &heat, &win);

    MPI_Win_fence(0, win);
    heat[100] = rank;
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Barrier(MPI_COMM_WORLD); // want TOOL003 "killed"
    if (rank == 0)
        printf("heat: %g\n", heat[100]); // want OBJ011 "^this load accesses byte 800 of memory of a window that MPI_Win_free has given back: the rank was killed$"

    MPI_Finalize();
    return 0;
}
