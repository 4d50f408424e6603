// MPI_PROC_NULL is a valid target of every RMA call, in every kind of epoch,
// even where the start group or the lock names another rank.
#include <mpi.h>

static int x, y, z;

static void nowhere(MPI_Win win) {
    MPI_Put(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Get(&y, 1, MPI_INT, MPI_PROC_NULL, 99, 1, MPI_INT, win);
    MPI_Accumulate(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&x, 1, MPI_INT, &y, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&x, &y, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win);
    MPI_Compare_and_swap(&x, &z, &y, MPI_INT, MPI_PROC_NULL, 0, win);
}

int main(int argc, char **argv) {
    int rank, peer, *base;
    MPI_Group world, group;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    nowhere(win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    nowhere(win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);

    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    nowhere(win);
    MPI_Rput(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(rank, win);

    MPI_Win_free(&win);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
