// gomarmot: ranks=4
// A sample sort: each rank sends every other one the numbers that belong there, of which the receiver does not
// know how many there are; matched probes find out. Then neighbors compare their borders in two phases.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { EACH = 500, RANGE = 10000 };

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(int argc, char **argv) {
    int rank, size, wrong = 0, all, total = 0, count, border;
    int *mine, *sorted, *counts;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = malloc(EACH * sizeof *mine);
    sorted = malloc(EACH * size * sizeof *sorted);
    counts = calloc(size + 1, sizeof *counts);
    MPI_Request *sends = malloc(size * sizeof *sends);

    srand(rank + 1);
    for (int i = 0; i < EACH; i++)
        mine[i] = rand() % RANGE;
    qsort(mine, EACH, sizeof *mine, order);
    for (int i = 0; i < EACH; i++)
        counts[mine[i] * size / RANGE + 1]++;
    for (int r = 0; r < size; r++)
        counts[r + 1] += counts[r];

    for (int r = 0; r < size; r++)
        MPI_Issend(mine + counts[r], counts[r + 1] - counts[r], MPI_INT, r, 4, MPI_COMM_WORLD, &sends[r]);
    for (int from = 0; from < size; from++) {
        MPI_Message message;
        MPI_Status status;
        MPI_Mprobe(from, 4, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Mrecv(sorted + total, count, MPI_INT, &message, MPI_STATUS_IGNORE);
        total += count;
    }
    for (int r = 0; r < size; r++)
        MPI_Wait(&sends[r], MPI_STATUS_IGNORE);
    qsort(sorted, total, sizeof *sorted, order);

    for (int phase = 0; phase < 2; phase++) { // even ranks send up, then odd ones do
        if (rank % 2 == phase && rank + 1 < size) {
            border = total > 0 ? sorted[total - 1] : 0;
            MPI_Ssend(&border, 1, MPI_INT, rank + 1, phase, MPI_COMM_WORLD);
        } else if (rank % 2 != phase && rank > 0) {
            MPI_Recv(&border, 1, MPI_INT, rank - 1, phase, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            wrong += total > 0 && border > sorted[0];
        }
    }
    MPI_Allreduce(&total, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d numbers\n", all);
    if (wrong || all != EACH * size)
        MPI_Abort(MPI_COMM_WORLD, 2);

    free(sends);
    free(counts);
    free(sorted);
    free(mine);
    MPI_Finalize();
    return 0;
}
