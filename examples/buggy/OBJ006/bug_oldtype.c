// gomarmot: ranks=1
// Datatypes are constructed from null datatypes and from a freed datatype.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int lengths[2] = {1, 1};
    static const MPI_Aint addresses[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, pair, copy, type = MPI_DATATYPE_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_contiguous(2, MPI_DATATYPE_NULL, &type); // want OBJ006 "the oldtype of MPI_Type_contiguous is MPI_DATATYPE_NULL"
    types[1] = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(2, lengths, addresses, types, &type); // want OBJ006 "the array_of_types\[1\] of MPI_Type_create_struct is MPI_DATATYPE_NULL"
    MPI_Type_contiguous(2, MPI_INT, &pair);
    copy = pair;
    MPI_Type_free(&pair);
    MPI_Type_dup(copy, &type); // want OBJ006 "the oldtype of MPI_Type_dup, MPI_Type_contiguous datatype, is already freed"
    if (type != MPI_DATATYPE_NULL)
        MPI_Type_free(&type); // this MPI library has accepted it

    MPI_Finalize();
    return 0;
}
