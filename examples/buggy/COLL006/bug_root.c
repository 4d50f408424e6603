// The root sends its share from the array into which it gathers, without MPI_IN_PLACE.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 0, all[2] = {0};
    MPI_Request done = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Igather(rank == 0 ? all : &mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, &done); // want COLL006 "the buffers of MPI_Igather overlap"
    MPI_Wait(&done, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
