// gomarmot: ranks=1
// A datatype may be freed while a datatype derived from it is still in use.
#include <mpi.h>

int main(int argc, char **argv) {
    int size;
    MPI_Datatype pair, every;

    MPI_Init(&argc, &argv);

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_vector(2, 1, 2, pair, &every);
    MPI_Type_free(&pair);
    MPI_Type_commit(&every);
    MPI_Type_size(every, &size);
    MPI_Pack_size(1, every, MPI_COMM_SELF, &size);
    MPI_Type_free(&every);

    MPI_Finalize();
    return 0;
}
