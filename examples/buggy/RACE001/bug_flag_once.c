// gomarmot: ranks=3
// Rank 1 looks at the flag once and goes on, whatever it says. Here that is always too early: rank 0
// sees by a file that it has looked. That orders nothing that MPI knows of.
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, result = 0, seen = 0, one = 1, zero = 0, found;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        cells[0] = cells[1] = 0;
        MPI_Win_unlock(2, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        while (access("looked", F_OK) != 0) // MPI goes on meanwhile
            MPI_Iprobe(0, 0, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE);
        unlink("looked");
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
        MPI_Accumulate(&one, 1, MPI_INT, 2, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    } else if (rank == 1) {
        MPI_Fetch_and_op(&zero, &seen, MPI_INT, 2, 1, MPI_NO_OP, win);
        MPI_Win_flush(2, win);
        close(creat("looked", 0600));
        MPI_Get(&result, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want RACE001 "MPI_Fetch_and_op of rank 1 could order them, but returned 0, the value from before MPI_Accumulate of rank 0"
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
