// A C program with a phase in Fortran.
#include <mpi.h>

void window_phase(void);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    window_phase();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
