// Both ranks exchange two values.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank;
    int data[16] = {0};
    int places[2] = {0, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[2] = {2, 2};

    counts[1 - rank] = 2;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, data, counts, places, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
