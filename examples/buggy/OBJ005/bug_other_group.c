// Rank 1 leaves rank 2 out of the group.
// gomarmot: ranks=3 hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, ranks[3] = {0, 1, 2};
    MPI_Group all, group;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, rank == 1 ? 2 : 3, ranks, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm); // want OBJ005 "MPI_Comm_create_group: rank 0 passes the group of ranks \{0, 1, 2\}, rank 1 passes \{0, 1\}"
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
