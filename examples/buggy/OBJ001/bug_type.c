// gomarmot: ranks=1
// The program packs with an uncommitted datatype, queries a freed datatype, and queries,
// commits and frees MPI_DATATYPE_NULL.
#include <mpi.h>

int main(int argc, char **argv) {
    int in[2] = {1, 2}, size, position = 0;
    char out[64];
    MPI_Status status = {0};
    MPI_Datatype pair, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Pack(in, 1, pair, out, sizeof out, &position, MPI_COMM_SELF); // want OBJ001 "argument datatype of MPI_Pack, MPI_Type_contiguous datatype, is not committed"
    MPI_Type_commit(&pair);
    copy = pair;
    MPI_Type_free(&pair);
    MPI_Type_size(copy, &size);   // want OBJ001 "argument datatype of MPI_Type_size, MPI_Type_contiguous datatype, is already freed"
    MPI_Type_commit(&pair);       // want OBJ001 "argument datatype of MPI_Type_commit is MPI_DATATYPE_NULL"
    MPI_Type_free(&pair);         // want OBJ001 "argument datatype of MPI_Type_free is MPI_DATATYPE_NULL"
    MPI_Get_count(&status, pair, &size); // want OBJ001 "argument datatype of MPI_Get_count is MPI_DATATYPE_NULL"

    MPI_Finalize();
    return 0;
}
