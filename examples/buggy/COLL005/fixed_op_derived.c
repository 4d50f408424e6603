// Each rank passes two ints to the scan instead of one pair.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {5, 6}, sums[2];
    MPI_Datatype pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Scan(mine, sums, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Type_free(&pair);

    MPI_Finalize();
    return 0;
}
