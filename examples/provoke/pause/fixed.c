// gomarmot: ranks=2
// A barrier orders each rank's stores before the loads of the other rank.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { N = 64 };

int main(int argc, char **argv) {
    int rank, sum = 0, *mine, *other, unit;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate_shared(N * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 1 - rank, &size, &unit, &other);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < N; i++)
        mine[i] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        mine[i] = i;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    usleep(200000); // other work
    MPI_Win_sync(win);
    for (int i = 0; i < N; i++)
        sum += other[i];
    printf("rank %d: sum %d\n", rank, sum);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
