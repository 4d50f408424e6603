// The size of the window is last - first cells, as a number of bytes.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int first = 2, last = 4;
    MPI_Win win;

    MPI_Init(&argc, &argv);

    MPI_Aint size = (last - first) * (MPI_Aint)sizeof(int);
    MPI_Win_create(&cells[first], size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
