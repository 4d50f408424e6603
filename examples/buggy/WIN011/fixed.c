// MPI_Win_shared_query gets a window of shared
// memory, created over ranks that can share memory.
#include <mpi.h>

int main(int argc, char **argv) {
    int unit, *mine, *base;
    MPI_Aint size;
    MPI_Comm node;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Win_allocate_shared(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);

    MPI_Win_shared_query(win, 0, &size, &unit, &base);

    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
