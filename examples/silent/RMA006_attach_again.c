// Each round allocates, attaches, uses, detaches and frees memory, perhaps at
// the same address, but of another size.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, value = 42;
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    for (int n = 1; n <= 8; n++) {
        int *cells = malloc(n * sizeof(int));
        MPI_Win_attach(win, cells, n * (MPI_Aint)sizeof(int));
        MPI_Get_address(&cells[n - 1], &address);
        MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);

        if (rank == 0) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
            MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win);
            MPI_Win_unlock(1, win);
        }

        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_detach(win, cells);
        free(cells);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
