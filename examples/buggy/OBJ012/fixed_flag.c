// The program asks whether a message is there, and passes a variable for the flag.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    MPI_Status status;
    int flag;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
    MPI_Finalize();
    return 0;
}
