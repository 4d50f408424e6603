// The request count of MPI_Testall is computed wrongly, and is negative. Errors return, so the program goes on.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 0, flag, n = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Testall(n - 2, &request, &flag, MPI_STATUSES_IGNORE); // want OBJ004 "MPI_Testall with count -1"
    MPI_Waitall(n, &request, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
