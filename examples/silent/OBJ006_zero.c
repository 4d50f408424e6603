// gomarmot: ranks=1
// Counts and block lengths of 0, negative strides and displacements, and whole arrays.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static const int lengths[2] = {0, 2}, displacements[2] = {4, -2}, starts[2] = {0, 0};
    int sizes[2] = {8, 9}, kinds[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    int arguments[2] = {4, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, 3};
    MPI_Datatype type;

    MPI_Init(&argc, &argv);

    MPI_Type_contiguous(0, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Type_vector(2, 0, -3, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Type_indexed(0, NULL, NULL, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Type_indexed(2, lengths, displacements, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Type_create_resized(MPI_INT, -4, 16, &type);
    MPI_Type_free(&type);
    MPI_Type_create_subarray(2, sizes, sizes, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Type_create_darray(6, 5, 2, sizes, kinds, arguments, grid, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_free(&type);

    MPI_Finalize();
    return 0;
}
