// gomarmot: ranks=3
// A rank need not call the collectives of a communicator or window it is not a
// member of: rank 0 goes straight on while ranks 1 and 2 work together.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank, members[] = {2, 1};
    MPI_Group world, group;
    MPI_Comm pair;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, members, &group);

    if (rank != 0) {
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &pair);
        MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, pair, &win);
        for (int round = 0; round < 3; round++) {
            MPI_Win_fence(0, win);
            if (rank == 2) // rank 0 of the pair
                MPI_Put(&round, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_fence(0, win);
            MPI_Barrier(pair);
        }
        MPI_Win_free(&win);
        MPI_Comm_free(&pair);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
