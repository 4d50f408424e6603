// Rank 0 fills a part of the node's memory before a broadcast that has nothing to do with it. What orders the memory is
// a flag in another window, which rank 0 raises with MPI_Accumulate and the others fetch, with MPI_Win_sync on both
// sides.
// gomarmot: access=auto
#include <mpi.h>
#include <unistd.h>

enum { CELLS = 100 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, unit, parameter = 3;
    MPI_Aint bytes;
    double *node, sum = 0;
    int *flag;
    MPI_Win win, flags;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(rank == 0 ? CELLS * sizeof *node : 0, sizeof *node, MPI_INFO_NULL, MPI_COMM_WORLD, &node,
                            &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &node);
    MPI_Win_allocate(sizeof *flag, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &flags);
    *flag = 0;
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, flags);
    MPI_Win_sync(flags);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0)
        for (int i = 0; i < CELLS; i++)
            node[i] = i;
    MPI_Bcast(&parameter, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        int one = 1;

        MPI_Win_sync(win);
        for (int other = 1; other < size; other++)
            MPI_Accumulate(&one, 1, MPI_INT, other, 0, 1, MPI_INT, MPI_REPLACE, flags);
        MPI_Win_flush_all(flags);
    } else {
        int raised = 0, none = 0;

        while (!raised) {
            MPI_Fetch_and_op(&none, &raised, MPI_INT, rank, 0, MPI_NO_OP, flags);
            MPI_Win_flush(rank, flags);
            usleep(100);
        }
        MPI_Win_sync(win);
        for (int i = 0; i < CELLS; i++)
            sum += node[i];
    }

    MPI_Win_unlock_all(flags);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&flags);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
