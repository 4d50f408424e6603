// While windows exist, the program frees a block that is in no window, and a block that it has detached.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win win, dynamic;
    int *cells, *other, *attached;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    for (int i = 0; i < 5; i++) {
        cells = calloc(N, sizeof *cells);
        other = calloc(N, sizeof *other);
        attached = calloc(N, sizeof *attached);
        MPI_Win_create(cells, N * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_attach(dynamic, attached, N * sizeof *attached);
        free(other);
        MPI_Win_detach(dynamic, attached);
        free(attached);
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_free(&win);
        free(cells);
    }
    MPI_Win_free(&dynamic);

    MPI_Finalize();
    return 0;
}
