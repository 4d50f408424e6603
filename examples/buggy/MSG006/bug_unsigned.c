// Sizes are sent as MPI_LONG and received as MPI_LONG_LONG; marks are sent as MPI_UNSIGNED and received as MPI_INT.
#include <mpi.h>

enum { SIZES = 1, MARKS = 2 };

int main(int argc, char **argv) {
    int rank, marks[2] = {0, 0};
    long long sizes[3] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        long mine[3] = {1, 2, 3};
        unsigned own[2] = {4, 5};

        MPI_Send(mine, 3, MPI_LONG, 1, SIZES, MPI_COMM_WORLD);
        MPI_Send(own, 2, MPI_UNSIGNED, 1, MARKS, MPI_COMM_WORLD);
    } else {
        MPI_Datatype pair;

        MPI_Type_contiguous(2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
        MPI_Recv(sizes, 3, MPI_LONG_LONG, 0, SIZES, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG006 "MPI_Recv of rank 1 takes a message of MPI_Send of rank 0 with tag 1: data of MPI_LONG goes into MPI_LONG_LONG_INT, a different type of the same size"
        MPI_Recv(marks, 1, pair, 0, MARKS, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG006 "data of MPI_UNSIGNED goes into MPI_INT, a different type of the same size"
        MPI_Type_free(&pair);
    }
    MPI_Finalize();
    return rank == 1 && (sizes[2] != 3 || marks[1] != 5);
}
