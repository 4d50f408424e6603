// Rank 0 creates a communicator together with rank 1, which first waits for a message that rank 0 sends
// afterwards.
// gomarmot: hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Group world;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);

    if (rank == 0) {
        MPI_Comm_create_group(MPI_COMM_WORLD, world, 5, &pair); // want HANG001 "^ranks 0, 1 wait for each other: rank 0 in MPI_Comm_create_group waits for MPI_Comm_create_group from rank 1, which is in MPI_Recv; rank 1 in MPI_Recv waits for a message .* from rank 0, which is in MPI_Comm_create_group$"
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Comm_create_group(MPI_COMM_WORLD, world, 5, &pair);
    }

    MPI_Comm_free(&pair);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
