// Rank 1 copies and prints strings into its window, and appends to one, before rank 0 puts there and gets from it.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 32 };

int main(int argc, char **argv) {
    int rank;
    char *names, got[N] = "";
    const char put[N] = "from rank 0";
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * N, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &names, &win);
    memset(names, 0, 3 * N);

    strcpy(names, argv[0] + strlen(argv[0]) - 3);
    sprintf(names + N, "rank %d", rank);
    strcat(names + 2 * N, argv[0] + strlen(argv[0]) - 1);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(put, N, MPI_CHAR, 1, 0, N, MPI_CHAR, win);
        MPI_Put(put, N, MPI_CHAR, 1, N, N, MPI_CHAR, win);
        MPI_Get(got, N, MPI_CHAR, 1, 2 * N, N, MPI_CHAR, win);
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return got[0] == 'x';
}
