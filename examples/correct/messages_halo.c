// gomarmot: ranks=4
// A grid of ranks smooths a field: receives of the four borders are posted before the sends, the inner cells are
// computed meanwhile, and the change is added up by a nonblocking reduction that is completed one step later.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 24, STEPS = 20 };

typedef double field[N + 2][N + 2];

static double smooth(field old, field new, int from, int to) {
    double change = 0;
    for (int i = from; i <= to; i++)
        for (int k = 1; k <= N; k++) {
            new[i][k] = 0.25 * (old[i - 1][k] + old[i + 1][k] + old[i][k - 1] + old[i][k + 1]);
            change += (new[i][k] - old[i][k]) * (new[i][k] - old[i][k]);
        }
    return change;
}

int main(int argc, char **argv) {
    int size, rank, up, down, left, right, dims[2] = {0, 0}, periods[2] = {0, 1};
    double mine = 0, change = 0, first = -1;
    field *old = calloc(1, sizeof *old), *new = calloc(1, sizeof *new), *t;
    MPI_Comm grid;
    MPI_Datatype column;
    MPI_Request halo[8], sum = MPI_REQUEST_NULL;
    MPI_Status statuses[8];

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    MPI_Type_vector(N, 1, N + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int i = 1; i <= N; i++)
        for (int k = 1; k <= N; k++)
            (*old)[i][k] = (i * 7 + k * 3 + rank) % 5;

    for (int step = 0; step < STEPS; step++) {
        MPI_Irecv(&(*old)[0][1], N, MPI_DOUBLE, up, 0, grid, &halo[0]);
        MPI_Irecv(&(*old)[N + 1][1], N, MPI_DOUBLE, down, 1, grid, &halo[1]);
        MPI_Irecv(&(*old)[1][0], 1, column, left, 2, grid, &halo[2]);
        MPI_Irecv(&(*old)[1][N + 1], 1, column, right, 3, grid, &halo[3]);
        MPI_Isend(&(*old)[N][1], N, MPI_DOUBLE, down, 0, grid, &halo[4]);
        MPI_Isend(&(*old)[1][1], N, MPI_DOUBLE, up, 1, grid, &halo[5]);
        MPI_Isend(&(*old)[1][N], 1, column, right, 2, grid, &halo[6]);
        MPI_Isend(&(*old)[1][1], 1, column, left, 3, grid, &halo[7]);
        MPI_Waitall(8, halo, statuses);
        MPI_Wait(&sum, MPI_STATUS_IGNORE);
        if (step == 1)
            first = change;
        mine = smooth(*old, *new, 1, N);
        MPI_Iallreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, grid, &sum);
        t = old;
        old = new;
        new = t;
    }
    MPI_Wait(&sum, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("change %.3f -> %.3f\n", first, change);
    if (change > first)
        MPI_Abort(MPI_COMM_WORLD, 2);

    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    free(old);
    free(new);
    MPI_Finalize();
    return 0;
}
