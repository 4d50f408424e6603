// gomarmot: ranks=1
// Datatype constructors get negative counts, negative block lengths, and NULL in place of an array.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static const int lengths[2] = {1, -3}, displacements[2] = {0, 4};
    static const MPI_Aint addresses[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_contiguous(-2, MPI_INT, &type);                           // want OBJ006 "MPI_Type_contiguous with count -2"
    MPI_Type_indexed(2, lengths, displacements, MPI_INT, &type);       // want OBJ006 "MPI_Type_indexed: array_of_blocklengths\[1\] is -3"
    MPI_Type_create_struct(2, lengths, addresses, types, &type);       // want OBJ006 "MPI_Type_create_struct: array_of_blocklengths\[1\] is -3"
    MPI_Type_create_indexed_block(2, -1, displacements, MPI_INT, &type); // want OBJ006 "MPI_Type_create_indexed_block with blocklength -1"
    MPI_Type_create_hvector(-1, 1, 8, MPI_INT, &type);                 // want OBJ006 "MPI_Type_create_hvector with count -1"
    MPI_Type_indexed(2, NULL, displacements, MPI_INT, &type);          // want OBJ006 "argument array_of_blocklengths of MPI_Type_indexed is NULL, but must have 2 elements"

    MPI_Finalize();
    return 0;
}
