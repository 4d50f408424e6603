// The root passes NULL as its receive buffer.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 1, all[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Gather(&mine, 1, MPI_INT, rank == 0 ? NULL : all, 1, MPI_INT, 0, MPI_COMM_WORLD); // want COLL005 "MPI_Gather with recvbuf NULL, but data to move"

    MPI_Finalize();
    return 0;
}
