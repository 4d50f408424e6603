// All ranks pass a send buffer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, sum = 0;
    MPI_Comm between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 5, &between);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, between);
    MPI_Comm_free(&between);

    MPI_Finalize();
    return 0;
}
