// gomarmot: ranks=2
// The rows are sent with a global datatype that the program never builds.
#include <mpi.h>

enum { N = 4 };

static MPI_Datatype row;

int main(int argc, char **argv) {
    double matrix[N][N] = {{0}};
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        if (MPI_Isend(matrix, 1, row, 1, 0, MPI_COMM_WORLD, &request) == MPI_SUCCESS) // want MSG004 "the datatype of MPI_Isend is not the handle of a datatype: its value is 0, as if the variable was never set"
            MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
