// MPI-4.0 allows calls on info objects at any time: the program frees its info objects after MPI_Finalize.
// gomarmot:skip-openmpi Open MPI 4.1 ends the program in MPI_Info_free after MPI_Finalize
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Info before, within, after;

    MPI_Info_create(&before);
    MPI_Init(&argc, &argv);
    MPI_Info_create(&within);
    MPI_Info_set(within, "access_style", "read_once");
    MPI_Finalize();
    MPI_Info_create(&after);
    MPI_Info_free(&after);
    MPI_Info_free(&within);
    MPI_Info_free(&before);
    return 0;
}
