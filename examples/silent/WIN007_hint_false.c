// The window with no_locks=false may be locked. The window with no_locks=true
// is used with fences only.
#include <mpi.h>

static MPI_Win create(const char *no_locks) {
    int *base;
    MPI_Info info;
    MPI_Win win;

    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", no_locks);
    MPI_Win_allocate(sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &base, &win);
    MPI_Info_free(&info);
    return win;
}

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win locked = create("false"), fenced = create("true");

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, locked);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, locked);
        MPI_Win_unlock(1, locked);
    }
    MPI_Win_fence(0, fenced);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, fenced);
    MPI_Win_fence(0, fenced);

    MPI_Win_free(&fenced);
    MPI_Win_free(&locked);
    MPI_Finalize();
    return 0;
}
