// Rank 1 passes MPI_Mrecv a message handle that was never set: no probe has looked for the message.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 3;
    static MPI_Message message;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else if (MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE)) // want MSG011 "MPI_Mrecv on an invalid message handle: no probe on this rank returned it"
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
