// gomarmot: ranks=1
// Distributed arrays have a rank, a block size or a process grid that does not fit.
#include <mpi.h>

int main(int argc, char **argv) {
    int sizes[2] = {8, 9}, grid[2] = {2, 3}, small[2] = {3, 3};
    int block[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, none[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE};
    int normal[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Datatype type = MPI_DATATYPE_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_create_darray(6, 6, 2, sizes, block, normal, grid, MPI_ORDER_C, MPI_INT, &type); // want OBJ006 "with rank 6 in a group of size 6"
    MPI_Type_create_darray(6, 0, 2, sizes, block, small, grid, MPI_ORDER_C, MPI_INT, &type);  // want OBJ006 "2 blocks of array_of_dargs\[0\], 3 elements, are fewer than the 8 elements"
    MPI_Type_create_darray(6, 0, 2, sizes, none, normal, grid, MPI_ORDER_C, MPI_INT, &type);  // want OBJ006 "dimension 1 is MPI_DISTRIBUTE_NONE, but array_of_psizes\[1\] is 3"
    if (type != MPI_DATATYPE_NULL)
        MPI_Type_free(&type); // this MPI library has accepted it

    MPI_Finalize();
    return 0;
}
