#include <mpi.h>

// Nothing tells rank 1 that the puts are complete: gomarmot cannot keep all of them.
int main(int argc, char **argv) {
    enum { Many = 1 << 18 };
    int rank;
    char *memory, byte = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(Many, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < Many; i++) {
        if (rank == 0)
            MPI_Put(&byte, 1, MPI_BYTE, 1, (i * (i + 1L) / 2) % Many, 1, MPI_BYTE, win); // want TOOL004 "more than 131,072 accesses"
        if (i % 1000 == 999)
            MPI_Win_flush_all(win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
