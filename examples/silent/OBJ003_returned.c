// gomarmot: ranks=1
// MPI_GROUP_EMPTY and predefined error handlers that calls have returned may be
// freed, and so may copies of predefined datatypes.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    MPI_Group world, group;
    MPI_Errhandler handler;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 0, NULL, &group);
    MPI_Group_free(&group);
    MPI_Group_difference(world, world, &group);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    MPI_Errhandler_free(&handler);
    MPI_Type_dup(MPI_INT, &type);
    MPI_Type_free(&type);

    MPI_Finalize();
    return 0;
}
