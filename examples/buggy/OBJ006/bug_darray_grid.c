// gomarmot: ranks=1
// The process grid of a distributed array is larger than the group.
#include <mpi.h>

int main(int argc, char **argv) {
    int sizes[2] = {8, 9}, grid[2] = {2, 3}, block[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK};
    int normal[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_create_darray(4, 0, 2, sizes, block, normal, grid, MPI_ORDER_C, MPI_INT, &type); // want OBJ006 "process grid of array_of_psizes has 6 processes, but size is 4"

    MPI_Finalize();
    return 0;
}
