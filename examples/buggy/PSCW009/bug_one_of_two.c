// gomarmot: ranks=3
// Rank 1 tells rank 0 that its window is posted, and rank 2 does not tell rank 0: the
// promise must hold for every target. The pause only lets this run come to an end.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, token = 0;
    MPI_Win win;
    MPI_Group world, origins, targets;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    int origin_ranks[] = {0}, target_ranks[] = {1, 2};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, origin_ranks, &origins);
    MPI_Group_incl(world, 2, target_ranks, &targets);

    if (rank == 0) {
        MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(500000);
        MPI_Win_start(targets, MPI_MODE_NOCHECK, win); // want PSCW009 "rank 0 starts with MPI_MODE_NOCHECK, but does not wait until rank 2 has posted"
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(origins, MPI_MODE_NOCHECK, win);
        if (rank == 1)
            MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Win_wait(win);
    }

    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
