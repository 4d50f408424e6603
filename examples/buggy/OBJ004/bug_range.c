// gomarmot: ranks=4
// Ranges contain a rank that the group does not have, contain the same rank twice, or
// have stride 0.
#include <mpi.h>

int main(int argc, char **argv) {
    int beyond[1][3] = {{0, 4, 2}}, twice[2][3] = {{0, 2, 1}, {2, 3, 1}}, still[1][3] = {{0, 1, 0}};
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, beyond, &group); // want OBJ004 "ranges\[0\], from 0 to 4 by 2, contains rank 4, but the group has ranks 0 to 3"
    MPI_Group_range_excl(world, 2, twice, &group);  // want OBJ004 "rank 2 is named twice, in ranges\[0\] and ranges\[1\]"
    MPI_Group_range_incl(world, 1, still, &group);  // want OBJ004 "the stride of ranges\[0\] is 0"
    MPI_Group_free(&world);

    MPI_Finalize();
    return 0;
}
