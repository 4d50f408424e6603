// gomarmot: ranks=2
// Only rank 0 creates the datatype that all ranks pass to the broadcast.
#include <mpi.h>

static MPI_Datatype pair;

int main(int argc, char **argv) {
    int rank, cells[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Type_contiguous(2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
    }
    MPI_Bcast(cells, 1, pair, 0, MPI_COMM_WORLD); // want COLL005 "the datatype for buffer of MPI_Bcast is not the handle of a datatype: its value is 0"
    if (rank == 0)
        MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
