// Sizes are MPI_LONG_LONG and marks MPI_UNSIGNED at both ends.
#include <mpi.h>

enum { SIZES = 1, MARKS = 2 };

int main(int argc, char **argv) {
    int rank;
    unsigned marks[2] = {0, 0};
    long long sizes[3] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        long long mine[3] = {1, 2, 3};
        unsigned own[2] = {4, 5};

        MPI_Send(mine, 3, MPI_LONG_LONG, 1, SIZES, MPI_COMM_WORLD);
        MPI_Send(own, 2, MPI_UNSIGNED, 1, MARKS, MPI_COMM_WORLD);
    } else {
        MPI_Datatype pair;

        MPI_Type_contiguous(2, MPI_UNSIGNED, &pair);
        MPI_Type_commit(&pair);
        MPI_Recv(sizes, 3, MPI_LONG_LONG, 0, SIZES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(marks, 1, pair, 0, MARKS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Type_free(&pair);
    }
    MPI_Finalize();
    return rank == 1 && (sizes[2] != 3 || marks[1] != 5);
}
