// The array has a status for each neighbor, but each neighbor has two requests, a send and a receive.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { NEIGHBORS = 2 };

int main(int argc, char **argv) {
    int rank, size, from[NEIGHBORS];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Request *requests = malloc(2 * NEIGHBORS * sizeof *requests);
    MPI_Status *statuses = malloc(NEIGHBORS * sizeof *statuses);

    MPI_Irecv(&from[0], 1, MPI_INT, last, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&from[1], 1, MPI_INT, next, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&rank, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&rank, 1, MPI_INT, last, 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(2 * NEIGHBORS, requests, statuses); // want OBJ009 "array_of_statuses of MPI_Waitall takes \d+ bytes \(count = 4\) from byte 0 on of a heap block of \d+ bytes: it ends \d+ bytes beyond the block"

    MPI_Finalize(); // the heap may be damaged: nothing is freed
    return from[0] != last || from[1] != next;
}
