// gomarmot: ranks=2
#include <mpi.h>

enum { N = 4 };

static MPI_Datatype row;

int main(int argc, char **argv) {
    double matrix[N][N] = {{0}};
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(N, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    if (rank == 0) {
        MPI_Isend(matrix, 1, row, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(matrix, 1, row, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&row);
    MPI_Finalize();
    return 0;
}
