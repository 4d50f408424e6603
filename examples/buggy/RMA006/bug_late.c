// The owner of the memory sleeps for a while, but does not wait for the put, before it detaches the memory.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

enum { SIZE = 64 };

int main(int argc, char **argv) {
    int rank, value = 5;
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) {
        int *memory = calloc(SIZE, sizeof *memory);

        MPI_Win_attach(win, memory, SIZE * sizeof *memory);
        MPI_Get_address(memory + 3, &address);
        MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
        usleep(200000);
        MPI_Win_detach(win, memory);
        free(memory);
    } else {
        MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, address, 1, MPI_INT, win); // want RMA006 "MPI_Put of rank 1 accesses 4 bytes of rank 0, which detaches this memory: nothing orders the access and MPI_Win_detach"
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
