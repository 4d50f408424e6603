// In a dynamic window the displacement is an address, however large: in static
// memory, on the heap or on the stack.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static int fixed;
    int rank, stack = 0, *heap = malloc(sizeof(int));
    void *places[] = {&fixed, heap, &stack};
    MPI_Aint at[3];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < 3; i++) {
        MPI_Win_attach(win, places[i], sizeof(int));
        MPI_Get_address(places[i], &at[i]);
    }
    MPI_Bcast(at, 3, MPI_AINT, 1, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    if (rank == 0)
        for (int i = 0; i < 3; i++)
            MPI_Put(&rank, 1, MPI_INT, 1, at[i], 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    for (int i = 0; i < 3; i++)
        MPI_Win_detach(win, places[i]);
    MPI_Win_free(&win);
    free(heap);
    MPI_Finalize();
    return 0;
}
