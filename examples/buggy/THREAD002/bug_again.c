// MPI is initialized again after MPI_Finalize.
// gomarmot: ranks=1
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    MPI_Init(&argc, &argv); // want THREAD002 "MPI_Init is called after MPI_Finalize"
    return 0;
}
