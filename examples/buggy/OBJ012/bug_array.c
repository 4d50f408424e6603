// The program asks for ranks and coordinates, and passes NULL for the arrays.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int size, ranks[2] = {0, 1};
    MPI_Comm grid;
    MPI_Group group;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &(int){0}, 0, &grid);
    MPI_Comm_group(grid, &group);
    MPI_Group_translate_ranks(group, 2, ranks, group, NULL); // want OBJ012 "ranks2 of MPI_Group_translate_ranks is NULL: the call needs an array \(n = 2\)"
    MPI_Cart_coords(grid, 0, 1, NULL); // want OBJ012 "coords of MPI_Cart_coords is NULL: the call needs an array \(maxdims = 1\)"
    MPI_Group_free(&group);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
