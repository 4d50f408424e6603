// gomarmot: ranks=3
// Rank 1 tries to take the lock that rank 0 has, and goes on though it has not got it. Here it never does:
// rank 0 sees by a file that it has tried. That orders nothing that MPI knows of.
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value, seen = 0, one = 1, zero = 0, found;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    value = rank;
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        cells[0] = cells[1] = 0;
        MPI_Win_unlock(2, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Compare_and_swap(&one, &zero, &seen, MPI_INT, 2, 1, win);
        MPI_Win_flush(2, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        while (access("looked", F_OK) != 0) // MPI goes on meanwhile
            MPI_Iprobe(0, 0, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE);
        unlink("looked");
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
        MPI_Compare_and_swap(&zero, &one, &seen, MPI_INT, 2, 1, win);
        MPI_Win_flush(2, win);
    } else if (rank == 1) {
        MPI_Compare_and_swap(&one, &zero, &seen, MPI_INT, 2, 1, win);
        MPI_Win_flush(2, win);
        close(creat("looked", 0600));
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want RACE001 "MPI_Compare_and_swap of rank 1 could order them, but returned 1"
        MPI_Win_flush(2, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
