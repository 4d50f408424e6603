// Predefined operations take predefined datatypes
// only, not datatypes that are derived from them.
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
    MPI_Scan(mine, sums, 1, pair, MPI_SUM, MPI_COMM_WORLD); // want COLL005 "MPI_Scan with MPI_SUM on MPI_Type_contiguous datatype: predefined operations take predefined datatypes only"
    MPI_Type_free(&pair);

    MPI_Finalize();
    return 0;
}
