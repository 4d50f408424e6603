// gomarmot: ranks=4
// Two halves of the job solve different parts of a problem: each reduces within its half, the leaders exchange
// over an intercommunicator, and pairs across the halves talk on communicators that only they create.
#include <mpi.h>
#include <stdio.h>

enum { ROUNDS = 5 };

int main(int argc, char **argv) {
    int rank, size, in_half, value, sum, theirs, partner;
    MPI_Comm half, across, pair, all;
    MPI_Group world, two;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size % 2 != 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    int side = rank >= size / 2;
    partner = side ? rank - size / 2 : rank + size / 2;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Comm_rank(half, &in_half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : size / 2, 17, &across);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int members[2] = {rank < partner ? rank : partner, rank < partner ? partner : rank};
    MPI_Group_incl(world, 2, members, &two);
    MPI_Comm_create_group(MPI_COMM_WORLD, two, members[0], &pair);

    value = rank + 1;
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, half);
        if (in_half == 0) { // the leaders: one sends first, the other one receives first
            if (side == 0) {
                MPI_Ssend(&sum, 1, MPI_INT, 0, round, across);
                MPI_Recv(&theirs, 1, MPI_INT, 0, round, across, MPI_STATUS_IGNORE);
            } else {
                MPI_Recv(&theirs, 1, MPI_INT, 0, round, across, MPI_STATUS_IGNORE);
                MPI_Ssend(&sum, 1, MPI_INT, 0, round, across);
            }
        }
        MPI_Bcast(&theirs, 1, MPI_INT, 0, half);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_MAX, across); // of the other half
        MPI_Sendrecv_replace(&value, 1, MPI_INT, 1 - (rank > partner), 0, 1 - (rank > partner), 0, pair, MPI_STATUS_IGNORE);
        MPI_Barrier(pair);
    }

    MPI_Intercomm_merge(across, side, &all);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, all);
    if (rank == 0)
        printf("sum %d\n", sum);
    if (sum != size * (size + 1) / 2)
        MPI_Abort(MPI_COMM_WORLD, 2);

    MPI_Comm_free(&all);
    MPI_Comm_free(&pair);
    MPI_Comm_free(&across);
    MPI_Comm_free(&half);
    MPI_Group_free(&two);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
