// Rank 0 detaches memory after a fence, MPI_Win_wait, messages or a barrier show that all accesses are complete.
// gomarmot: ranks=3
#include <mpi.h>
#include <stdlib.h>

enum { SIZE = 64, WAYS = 4, FENCE = 0, WAIT, MESSAGE, BARRIER };

static int rank, size;

static void uses(MPI_Win win, MPI_Aint address) {
    int value = rank, old;

    MPI_Put(&value, 1, MPI_INT, 0, address + (MPI_Aint)(rank * sizeof value), 1, MPI_INT, win);
    MPI_Get(&old, 1, MPI_INT, 0, address, 1, MPI_INT, win);
}

static void round_of(int way, MPI_Win win) {
    int *memory = rank == 0 ? calloc(SIZE, sizeof *memory) : NULL, others[2] = {1, 2}, owner = 0, one = 1;
    MPI_Aint address = 0;
    MPI_Group all, group;

    if (rank == 0) {
        MPI_Win_attach(win, memory, SIZE * sizeof *memory);
        MPI_Get_address(memory, &address);
    }
    MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, rank == 0 ? 2 : 1, rank == 0 ? others : &owner, &group);
    if (way == FENCE)
        MPI_Win_fence(0, win);
    if (way == WAIT && rank == 0)
        MPI_Win_post(group, 0, win);
    if (rank > 0) {
        if (way == WAIT)
            MPI_Win_start(group, 0, win);
        else if (way != FENCE)
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        uses(win, address);
        if (way == WAIT)
            MPI_Win_complete(win);
        else if (way != FENCE)
            MPI_Win_unlock(0, win);
    } else if (way == WAIT) {
        MPI_Win_wait(win);
    }
    if (way == FENCE)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (way == BARRIER)
        MPI_Barrier(MPI_COMM_WORLD);
    if (way == MESSAGE && rank > 0)
        MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 1; way == MESSAGE && rank == 0 && i < size; i++)
        MPI_Recv(&one, 1, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) {
        MPI_Win_detach(win, memory);
        free(memory);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&all);
}

int main(int argc, char **argv) {
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int way = 0; way < WAYS; way++)
        round_of(way, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
