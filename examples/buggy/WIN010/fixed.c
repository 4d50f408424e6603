// The second region starts where the first region ends.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[16];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_attach(win, &cells[0], 8 * sizeof(int));
    MPI_Win_attach(win, &cells[8], 8 * sizeof(int));
    MPI_Win_detach(win, &cells[8]);
    MPI_Win_detach(win, &cells[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
