// gomarmot: ranks=4
// All ranks concerned call MPI_Comm_create_group and MPI_Intercomm_create, and messages pass between the calls.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value, members[2];
    MPI_Group world, group;
    MPI_Comm pair, across;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    members[0] = rank & ~1;
    members[1] = rank | 1;
    MPI_Group_incl(world, 2, members, &group);

    for (int i = 0; i < 3; i++) {
        if (rank == 0)
            MPI_Send(&i, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
        if (rank == 3)
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Comm_create_group(MPI_COMM_WORLD, group, i, &pair);
        MPI_Intercomm_create(pair, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, i, &across);
        MPI_Barrier(across);
        MPI_Comm_free(&across);
        MPI_Comm_free(&pair);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
