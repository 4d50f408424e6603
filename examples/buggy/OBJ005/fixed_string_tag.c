// gomarmot: skip-openmpi-4.1 it has no sessions
// The processes of a group create two communicators, in the same order, each with its string tag.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Group all;
    MPI_Comm solver, writer;

    MPI_Init(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm_create_from_group(all, "solver", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &solver);
    MPI_Comm_create_from_group(all, "writer", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &writer);
    MPI_Group_free(&all);
    MPI_Comm_free(&solver);
    MPI_Comm_free(&writer);
    MPI_Finalize();
    return 0;
}
