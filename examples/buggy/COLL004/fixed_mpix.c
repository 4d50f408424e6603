// gomarmot: ranks=2
// gomarmot: skip-mpich it has no MPIX_Bcast_init
// gomarmot: skip-openmpi-5.0 it has MPI_Bcast_init only
// gomarmot: skip-openmpi-6.0 it has MPI_Bcast_init only
// gomarmot: skip-abi it has MPI_Bcast_init only
#include <mpi.h>
#include <mpi-ext.h>

/* A persistent broadcast, by the name that Open MPI 4.1 has for it. */
int main(int argc, char **argv) {
    int rank, n[2] = {1, 2};
    MPI_Request bcast;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPIX_Bcast_init(n, 2, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &bcast);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&bcast);
        MPI_Wait(&bcast, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&bcast);
    MPI_Finalize();
    return 0;
}
