// A cycle of three kinds of calls: rank 0 waits for a message of rank 1, rank 1 waits
// for a lock that rank 2 holds, and rank 2 waits for the other ranks to open a file.
// gomarmot: ranks=3 hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1, *cells;
    MPI_Win win;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_unlock(2, win);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG001 "^ranks 0, 1, 2 wait for each other: rank 0 in MPI_Recv .*rank 1 in MPI_Win_[a-z]+ waits for a lock that rank 2 holds; rank 2 in MPI_File_open waits for MPI_File_open from rank 0"
    MPI_File_open(MPI_COMM_WORLD, "mixed.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    if (rank == 2)
        MPI_Win_unlock(2, win);

    MPI_File_close(&file);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
