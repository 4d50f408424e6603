// All ranks leave the same datatype behind.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Datatype row;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(100, MPI_DOUBLE, &row); // leaks
    MPI_Type_commit(&row);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
