// The column datatype is committed twice and the row datatype never: the second call
// names the wrong datatype.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Datatype row, column;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(4, MPI_INT, &row);
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_commit(&column); // want OBJ007 "already committed"
    MPI_Type_free(&row);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
