// gomarmot: hang
// gomarmot: skip-openmpi-4.1 it has no sessions
// The processes of a group create a communicator, each with a string tag of its own: they never meet.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Group all;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm_create_from_group(all, rank == 0 ? "solver" : "writer", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm); // want OBJ005 "^MPI_Comm_create_from_group: rank 0 passes tag \"solver\", rank 1 passes \"writer\"$"
    MPI_Group_free(&all);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
