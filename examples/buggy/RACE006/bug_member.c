// The program stores to a member of a struct and to an element of an array while operations on them are pending.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

struct cell {
    int in[2], out[2];
};

int main(int argc, char **argv) {
    int rank, *cells;
    int sent[2] = {1, 2};
    struct cell cell = {{1, 2}, {0, 0}};
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get_accumulate(cell.in, 2, MPI_INT, cell.out, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win);
    cell.out[1] = 5; // want RACE006 "^this store changes 4 bytes, from byte 4 on, of result_addr of the pending MPI_Get_accumulate"
    MPI_Win_unlock(0, win);

    MPI_Isend(&sent[1], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    sent[1] = 9; // want RACE006 "^this store changes 4 bytes of buf of the pending MPI_Isend"
    MPI_Recv(&cell.in[0], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
