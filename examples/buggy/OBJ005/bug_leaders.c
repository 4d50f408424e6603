// gomarmot: hang
// The leaders of the two groups use different tags, so they never meet.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, rank, &both); // want OBJ005 "rank 0 passes tag 0, rank 1 passes 1"
    MPI_Comm_free(&both);
    MPI_Finalize();
    return 0;
}
