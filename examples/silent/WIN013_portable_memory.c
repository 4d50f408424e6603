// gomarmot: skip-mpich-5.0 it takes the processes for ones without common memory
// gomarmot: skip-abi-mpich-5.0 it takes the processes for ones without common memory
// The program locks windows over memory of MPI_Win_allocate, MPI_Win_allocate_shared
// and MPI_Alloc_mem, and a dynamic window with attached memory.
#include <mpi.h>

static void put_locked(MPI_Aint disp, MPI_Win win) {
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 1, disp, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    static int attached[4];
    int *base, *pool;
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);

    MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    put_locked(3, win);
    MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    put_locked(3, win);

    MPI_Alloc_mem(4096, MPI_INFO_NULL, &pool);
    MPI_Win_create(pool + 100, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    put_locked(3, win);
    MPI_Free_mem(pool);

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, attached, sizeof attached);
    MPI_Get_address(attached, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    put_locked(address, win);

    MPI_Finalize();
    return 0;
}
