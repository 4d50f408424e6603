// The program passes arrays for ranks and coordinates.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int size, ranks[2] = {0, 1}, found[2], coords[1];
    MPI_Comm grid;
    MPI_Group group;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &(int){0}, 0, &grid);
    MPI_Comm_group(grid, &group);
    MPI_Group_translate_ranks(group, 2, ranks, group, found);
    MPI_Cart_coords(grid, 0, 1, coords);
    MPI_Group_free(&group);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
