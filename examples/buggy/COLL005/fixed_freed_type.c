// The datatype is freed after its last use.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int field[8] = {0}, all[16];
    MPI_Datatype row, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_contiguous(2, MPI_INT, &row);
    MPI_Type_commit(&row);
    copy = row;
    MPI_Allgather(field, 1, copy, all, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Type_free(&row);

    MPI_Finalize();
    return 0;
}
