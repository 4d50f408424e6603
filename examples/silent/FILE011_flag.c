// Rank 0 closes the file and then sets a flag in a window. Rank 1 polls the flag before it opens the file.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4}, zero = 0, one = 1, seen = 0, *flag;
    MPI_Win win;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(rank == 1 ? sizeof *flag : 0, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Accumulate(&zero, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, "file011_flag.data", amode, MPI_INFO_NULL, &fh);
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    } else if (rank == 1) {
        while (seen == 0) {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        }
        MPI_File_open(MPI_COMM_SELF, "file011_flag.data", amode | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
        MPI_File_read_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
