// Calls pass ranks that the group does not have, the same rank twice, and a negative number of ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int beyond[2] = {0, 2}, twice[2] = {1, 1};
    int others[2];
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, beyond, &group);  // want OBJ004 "MPI_Group_incl: ranks\[1\] is 2, but the group has ranks 0 to 1"
    MPI_Group_excl(world, 2, twice, &group);   // want OBJ004 "MPI_Group_excl: rank 1 is named twice, as ranks\[0\] and ranks\[1\]"
    MPI_Group_incl(world, -1, beyond, &group); // want OBJ004 "MPI_Group_incl with n -1"
    MPI_Group_translate_ranks(world, 2, beyond, world, others); // want OBJ004 "ranks1\[1\] is 2, but group1 has ranks 0 to 1"
    MPI_Group_free(&world);

    MPI_Finalize();
    return 0;
}
