// The program has no use for statuses, and passes NULL for them.
// gomarmot: skip-openmpi MPI_STATUS_IGNORE is NULL
// gomarmot: skip-openmpi-romio MPI_STATUS_IGNORE is NULL
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank, other;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    if (MPI_Waitall(2, requests, NULL)) // want OBJ012 "array_of_statuses of MPI_Waitall is NULL, which is not MPI_STATUSES_IGNORE in this MPI library"
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    if (MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, NULL)) // want OBJ012 "status of MPI_Recv is NULL, which is not MPI_STATUS_IGNORE in this MPI library"
        MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Finalize();
    return other != 1 - rank;
}
