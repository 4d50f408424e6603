// Both ranks pass the same tag.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Group world;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_create_group(MPI_COMM_WORLD, world, 10, &pair);
    MPI_Group_free(&world);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
