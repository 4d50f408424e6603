// A rank that needs no communicator passes MPI_UNDEFINED as the type.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm node;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, rank ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    if (node != MPI_COMM_NULL)
        MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
