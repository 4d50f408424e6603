// The program asks whether a message is there, and passes NULL for the flag.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, NULL, &status); // want OBJ012 "flag of MPI_Iprobe is NULL"
    MPI_Finalize();
    return 0;
}
