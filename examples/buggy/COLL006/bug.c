// Each rank sends its block from the array into which it
// gathers: the send buffer and the receive buffer overlap.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int all[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allgather(all + 2 * rank, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD); // want COLL006 "the buffers of MPI_Allgather overlap: sendbuf is read at .*, recvbuf is written at"

    MPI_Finalize();
    return 0;
}
