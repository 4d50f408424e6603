// The number of ranks is computed wrongly: the array of ranks is much shorter.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int ranks[2] = {0, 5};
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1 << 29, ranks, &group); // want OBJ004 "MPI_Group_incl with 536870912 ranks of a group of size 2"
    MPI_Group_free(&world);

    MPI_Finalize();
    return 0;
}
