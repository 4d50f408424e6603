// gomarmot: hang
// The tag comes from the rank, so the two calls never meet.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Group world;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_create_group(MPI_COMM_WORLD, world, 10 + rank, &pair); // want OBJ005 "rank 0 passes tag 10, rank 1 passes 11"
    MPI_Group_free(&world);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
