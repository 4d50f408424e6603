// gomarmot: ranks=3
// Groups created in other ways than by MPI_Group_incl: by excluding the calling rank,
// by a range, by union and difference. All of them hold the other two ranks.
#include <mpi.h>

static MPI_Group others(MPI_Group all, int rank, int way) {
    MPI_Group self, a, b, result;
    int next = (rank + 1) % 3, previous = (rank + 2) % 3;
    if (way == 0) {
        MPI_Group_excl(all, 1, &rank, &result);
    } else if (way == 1) {
        MPI_Group_range_excl(all, 1, (int[][3]){{rank, rank, 1}}, &result);
    } else if (way == 2) {
        MPI_Group_incl(all, 1, &rank, &self);
        MPI_Group_difference(all, self, &result);
        MPI_Group_free(&self);
    } else {
        MPI_Group_incl(all, 1, &next, &a);
        MPI_Group_range_incl(all, 1, (int[][3]){{previous, previous, 1}}, &b);
        MPI_Group_union(a, b, &result);
        MPI_Group_free(&a);
        MPI_Group_free(&b);
    }
    return result;
}

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Group all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);

    for (int way = 0; way < 4; way++) {
        MPI_Group group = others(all, rank, way);
        MPI_Win_post(group, 0, win);
        MPI_Win_start(group, 0, win);
        MPI_Put(&rank, 1, MPI_INT, (rank + 1) % 3, rank, 1, MPI_INT, win);
        MPI_Put(&rank, 1, MPI_INT, (rank + 2) % 3, rank, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        MPI_Group_free(&group);
    }

    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
