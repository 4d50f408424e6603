// The root broadcasts a structure of a float and an int. The
// other rank receives a structure of an int and a float.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    char both[8] = {0};
    int one[2] = {1, 1};
    MPI_Aint at[2] = {0, 4};
    MPI_Datatype pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Datatype right[2] = {MPI_FLOAT, MPI_INT};
    MPI_Datatype wrong[2] = {MPI_INT, MPI_FLOAT};
    MPI_Type_create_struct(2, one, at, rank == 0 ? right : wrong, &pair);
    MPI_Type_commit(&pair);
    MPI_Bcast(both, 1, pair, 0, MPI_COMM_WORLD); // want COLL004 "basic element 0 is MPI_FLOAT on rank 0 and MPI_INT on rank 1"
    MPI_Type_free(&pair);

    MPI_Finalize();
    return 0;
}
