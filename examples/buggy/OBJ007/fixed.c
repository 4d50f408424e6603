// The program asks how large tags may be.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 3, flag = 0, *most;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &flag);
    int tag = flag && *most >= 5 << 16 ? 5 << 16 : 5;
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
