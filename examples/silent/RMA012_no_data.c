// NULL where there is nothing to move: counts of 0, a datatype without data, and
// the origin of calls that fetch with MPI_NO_OP.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    long *cells, value;
    int rank, other;
    MPI_Datatype empty;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Type_contiguous(0, MPI_LONG, &empty);
    MPI_Type_commit(&empty);
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    MPI_Put(NULL, 0, MPI_LONG, other, 0, 0, MPI_LONG, win);
    MPI_Get(NULL, 0, MPI_LONG, other, 0, 0, MPI_LONG, win);
    MPI_Put(NULL, 3, empty, other, 0, 3, empty, win);
    MPI_Get_accumulate(NULL, 0, MPI_LONG, &value, 1, MPI_LONG, other, 0, 1, MPI_LONG, MPI_NO_OP, win);
    MPI_Win_flush_local(other, win);
    MPI_Fetch_and_op(NULL, &value, MPI_LONG, other, 0, MPI_NO_OP, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Type_free(&empty);
    MPI_Finalize();
    return 0;
}
