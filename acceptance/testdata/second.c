// The second run in a directory never ends.
#include <mpi.h>
#include <sys/stat.h>

int main(int argc, char **argv)
{
    int rank, first;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    first = rank == 0 && !mkdir("seen", 0777);
    MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!first)
        MPI_Recv(&first, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
