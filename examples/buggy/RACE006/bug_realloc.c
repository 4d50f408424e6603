// The program reallocates the origin buffer of a pending MPI_Get.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *value, *got = malloc(N * sizeof *got), *more;
    MPI_Win win;

    MPI_Win_allocate(sizeof *value, sizeof *value, MPI_INFO_NULL, MPI_COMM_WORLD, &value, &win);
    *value = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Get(got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    void *behind = malloc(N); /* so that it cannot grow in place */
    more = realloc(got, 1000 * N * sizeof *got); // want RACE006 "^this free gives back 4 bytes of origin_addr of the pending MPI_Get, which writes to them until a flush or unlock"
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(behind);
    free(more);

    MPI_Finalize();
    return 0;
}
