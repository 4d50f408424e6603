// Rank 0 sends a column that starts in the first row of a matrix.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *matrix = calloc(N * N, sizeof *matrix);
    MPI_Datatype column;

    MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    if (rank == 0)
        MPI_Send(matrix + 1, 1, column, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(matrix, 1, column, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    free(matrix);

    MPI_Finalize();
    return 0;
}
