// Rank 0 calls MPI_Comm_create_group for both ranks. Rank 1 does not call the function, and ends.
// gomarmot: hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Group world;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);

    if (rank == 0) {
        MPI_Comm_create_group(MPI_COMM_WORLD, world, 5, &pair); // want HANG002 "^rank 0 waits forever in MPI_Comm_create_group: it waits for MPI_Comm_create_group from rank 1, which is in MPI_Finalize$"
        MPI_Comm_free(&pair);
    }

    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
