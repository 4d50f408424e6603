// Buffers that extend past a row or member, heap memory behind a pointer, and a datatype that covers two variables.
// gomarmot: access=plugin
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct cell {
    int place[2];
    int count[2];
};

static int grid[4][10];
static struct cell cells[3];

static void share(int part[2]) {
    MPI_Bcast(part, 4, MPI_INT, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank, set, here = 1, there = 2, row[10] = {0}, n = 20;
    int *heap = calloc(20, sizeof *heap);
    MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    MPI_Datatype both;
    MPI_Aint from, to;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(grid[1], 30, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&grid[0][7], 33, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(cells[1].place, 8, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&cells[2].count[0], 2, MPI_INT, 0, MPI_COMM_WORLD);
    share(cells[0].place);
    MPI_Bcast(heap, n, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 10; i += 5)
        MPI_Bcast(&row[i], 5, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Get_address(&here, &from);
    MPI_Get_address(&there, &to);
    MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){0, to - from}, MPI_INT, &both);
    MPI_Type_commit(&both);
    MPI_Bcast(&here, 1, both, 0, MPI_COMM_WORLD);
    MPI_Type_free(&both);
    MPI_Waitall(2, none, statuses);
    MPI_Testall(2, none, &set, statuses);
    free(heap);
    MPI_Finalize();
    return here + there == 0;
}
