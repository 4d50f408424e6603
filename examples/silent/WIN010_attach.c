// Regions side by side, a region attached again after its detach, one region in
// two windows, and regions still attached when the window is freed: all legal.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[16];
    MPI_Win one, two;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &one);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &two);

    MPI_Win_attach(one, &cells[8], 4 * sizeof(int));
    MPI_Win_attach(one, &cells[0], 8 * sizeof(int));
    MPI_Win_attach(one, &cells[12], 4 * sizeof(int));
    MPI_Win_attach(two, cells, sizeof cells);

    MPI_Win_detach(one, &cells[0]);
    MPI_Win_attach(one, &cells[0], 2 * sizeof(int));
    MPI_Win_attach(one, &cells[2], 6 * sizeof(int));
    MPI_Win_detach(two, cells);
    MPI_Win_attach(two, &cells[4], 8 * sizeof(int));

    MPI_Win_free(&two); // detaches the regions that are still attached
    MPI_Win_free(&one);
    MPI_Finalize();
    return 0;
}
