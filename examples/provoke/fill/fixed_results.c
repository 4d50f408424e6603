// gomarmot: ranks=2
// The program reads the results of nonblocking collectives after completion. Bytes
// between the parts stay unchanged, and so does the buffer of rank 0 in MPI_Iexscan.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, index, flag = 0;
    int mine[3] = {1, 2, 3}, one[6], v[6], before = -7, scan = 0, alone[2] = {0, 0}, spread[4] = {9, 9, 9, 9};
    int counts[2] = {1, 2}, displs[2] = {4, 1}, each[2] = {1, 1};
    MPI_Request r[4];
    MPI_Datatype apart;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 6; i++)
        one[i] = v[i] = 10 + i;
    for (int i = 0; i < 3; i++)
        mine[i] += 100 * rank;

    MPI_Iallgatherv(mine, rank + 1, MPI_INT, v, counts, displs, MPI_INT, MPI_COMM_WORLD, &r[0]);
    MPI_Iexscan(mine, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[1]);
    MPI_Iscan(mine, &scan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[2]);
    MPI_Ialltoall(mine, 1, MPI_INT, one, 1, MPI_INT, MPI_COMM_WORLD, &r[3]);
    MPI_Waitany(4, r, &index, MPI_STATUS_IGNORE);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    printf("rank %d: %d %d %d %d %d %d\n", rank, v[0], v[1], v[2], v[3], v[4], v[5]);
    printf("rank %d: before %d, scan %d, %d %d %d\n", rank, before, scan, one[0], one[1], one[2]);

    MPI_Iallreduce(&mine[0], &alone[0], 1, MPI_INT, MPI_SUM, MPI_COMM_SELF, &r[0]);
    MPI_Iallreduce(&mine[1], &alone[1], 1, MPI_INT, MPI_SUM, MPI_COMM_SELF, &r[1]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    const int first = alone[0];
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    printf("rank %d: alone %d, %d\n", rank, first, alone[1]);

    MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    if (rank == 0)
        spread[0] = spread[2] = 4;
    MPI_Ibcast(spread, 1, apart, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Type_free(&apart);
    MPI_Ireduce_scatter(mine, &one[5], each, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[1]);
    while (!flag)
        MPI_Testall(2, r, &flag, MPI_STATUSES_IGNORE);
    printf("rank %d: %d %d %d %d, %d\n", rank, spread[0], spread[1], spread[2], spread[3], one[5]);

    MPI_Finalize();
    return 0;
}
