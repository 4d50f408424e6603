// gomarmot: ranks=3
// MPI_Win_complete completes the put of rank 0 at its origin only. At the target it
// is complete when MPI_Win_wait returns there: the message comes too early to order
// two puts of one exposure epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2, token = 0;
    MPI_Win win;
    MPI_Group world, origins, target;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    int origin_ranks[] = {0, 1}, target_rank[] = {2};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, origin_ranks, &origins);
    MPI_Group_incl(world, 1, target_rank, &target);

    if (rank == 2) {
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
    } else if (rank == 0) {
        MPI_Win_start(target, 0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_start(target, 0, win);
        MPI_Put(&second, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 2.*let the target call MPI_Win_wait, and synchronize"
        MPI_Win_complete(win);
    }

    MPI_Group_free(&target);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
