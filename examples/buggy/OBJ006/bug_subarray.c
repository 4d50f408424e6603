// gomarmot: ranks=1
// Subarrays do not fit into their arrays, or have an invalid order or number of dimensions.
#include <mpi.h>

/* Frees a datatype that some MPI libraries create from faulty arguments. */
static void drop(MPI_Datatype *type) {
    if (*type != MPI_DATATYPE_NULL)
        MPI_Type_free(type);
}

int main(int argc, char **argv) {
    static const int sizes[2] = {4, 6}, subsizes[2] = {2, 3}, large[2] = {2, 7}, starts[2] = {0, 0}, ends[2] = {3, 0};
    MPI_Datatype type = MPI_DATATYPE_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_create_subarray(2, sizes, large, starts, MPI_ORDER_C, MPI_INT, &type);  // want OBJ006 "array_of_subsizes\[1\] is 7, but must be from 1 to 6"
    drop(&type);
    MPI_Type_create_subarray(2, sizes, subsizes, ends, MPI_ORDER_C, MPI_INT, &type); // want OBJ006 "array_of_starts\[0\] is 3, but must be from 0 to 2, so that 2 of 4 elements fit"
    drop(&type);
    MPI_Type_create_subarray(2, sizes, subsizes, starts, 7, MPI_INT, &type);         // want OBJ006 "MPI_Type_create_subarray with order 7"
    drop(&type);
    MPI_Type_create_subarray(0, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type); // want OBJ006 "MPI_Type_create_subarray with ndims 0"
    drop(&type);

    MPI_Finalize();
    return 0;
}
