// gomarmot: with=parts/writer.c
// Begin and end calls are in a separate source file, behind an opaque type; the
// caller computes between the two calls.
#include <mpi.h>
#include <stdlib.h>

#include "parts/writer.h"

enum { N = 256, ROUNDS = 5 };

static double compute(double *next, int round) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += next[i] = round + 0.5 * i;
    return sum;
}

int main(int argc, char **argv) {
    static double rows[2][N];
    double sum = 0, total;

    MPI_Init(&argc, &argv);
    Writer *w = writer_open(MPI_COMM_WORLD, "split003_two_sources.dat");
    for (int round = 0; round < ROUNDS; round++) {
        writer_begin(w, rows[round % 2], N);
        sum += compute(rows[(round + 1) % 2], round);
        MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        writer_end(w);
    }
    writer_close(w);
    MPI_Finalize();
    return total > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
