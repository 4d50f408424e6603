// A color is negative, and a group is not part of the communicator's group.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Group world;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_split(MPI_COMM_SELF, -3, 0, &part); // want OBJ004 "MPI_Comm_split with color -3: it must be at least 0, or MPI_UNDEFINED"
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_create(MPI_COMM_SELF, world, &part); // want OBJ004 "the group of MPI_Comm_create contains rank . of MPI_COMM_WORLD, which is not in MPI_COMM_SELF"
    MPI_Group_free(&world);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part); // this MPI library has accepted it

    MPI_Finalize();
    return 0;
}
