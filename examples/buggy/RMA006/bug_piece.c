// The target datatype has three pieces, and the
// memory of the second piece is not attached.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[30];
    int rank, values[6] = {1, 2, 3, 4, 5, 6};
    MPI_Aint address;
    MPI_Datatype pairs;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < 3; i += 2)
        MPI_Win_attach(win, &cells[10 * i], 2 * sizeof(int));
    MPI_Get_address(cells, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    MPI_Type_vector(3, 2, 10, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(values, 6, MPI_INT, 1, address, 1, pairs, win); // want RMA006 "accesses 8 bytes at rank 1 that no attached region contains: they start 40 bytes after"
    MPI_Win_fence(0, win);

    MPI_Type_free(&pairs);
    for (int i = 0; i < 3; i += 2)
        MPI_Win_detach(win, &cells[10 * i]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
