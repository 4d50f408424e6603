// gomarmot: ranks=2
// Request-based communication in one long lock_all epoch: a distributed vector is
// written with MPI_Rput and MPI_Waitall, added to with MPI_Raccumulate and
// MPI_Rget_accumulate, and read with MPI_Rget while MPI_Test overlaps it with
// work. A completed request says that the origin's buffer is free; that the data
// is at the target, the flush says.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 24 }; // numbers that each rank holds for each other rank

typedef struct {
    int rank, size;
    long *part; // LENGTH numbers from rank 0, LENGTH from rank 1, ...
    MPI_Win win;
} Vector;

static long number(int from, int to, int round, int i) {
    return from * 1000000L + to * 10000L + round * 10L + i;
}

// scatter writes LENGTH numbers to every rank, each with its own request.
static void scatter(Vector *v, int round) {
    long *data = malloc(v->size * LENGTH * sizeof *data);
    MPI_Request *request = malloc(v->size * sizeof *request);
    MPI_Status *status = malloc(v->size * sizeof *status);
    for (int target = 0; target < v->size; target++) {
        for (int i = 0; i < LENGTH; i++)
            data[target * LENGTH + i] = number(v->rank, target, round, i);
        MPI_Rput(&data[target * LENGTH], LENGTH, MPI_LONG, target, v->rank * LENGTH, LENGTH,
                 MPI_LONG, v->win, &request[target]);
    }
    MPI_Waitall(v->size, request, status);
    free(status);
    free(request);
    free(data);
    MPI_Win_flush_all(v->win);
}

// raise adds 1 to all own numbers at the target, and 1 more to the first of
// them, whose value between the two it returns.
static long raise(Vector *v, int target) {
    long ones[LENGTH], one = 1, between;
    MPI_Request request;
    for (int i = 0; i < LENGTH; i++)
        ones[i] = 1;
    MPI_Raccumulate(ones, LENGTH, MPI_LONG, target, v->rank * LENGTH, LENGTH, MPI_LONG, MPI_SUM,
                    v->win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush(target, v->win);
    MPI_Rget_accumulate(&one, 1, MPI_LONG, &between, 1, MPI_LONG, target, v->rank * LENGTH, 1,
                        MPI_LONG, MPI_SUM, v->win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush(target, v->win);
    return between;
}

// gather reads a whole rank's part, works out the expected numbers while the data
// is on its way, and counts those that differ.
static int gather(Vector *v, int target, int round) {
    int n = v->size * LENGTH, done = 0, known = 0, wrong = 0;
    long *copy = malloc(n * sizeof *copy), *expected = malloc(n * sizeof *expected);
    MPI_Request request;
    MPI_Rget(copy, n, MPI_LONG, target, 0, n, MPI_LONG, v->win, &request);
    while (!done || known < n) {
        if (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (known < n) {
            int from = known / LENGTH, i = known % LENGTH;
            expected[known++] = number(from, target, round, i) + (i == 0 ? 2 : 1);
        }
    }
    for (int i = 0; i < n; i++)
        wrong += copy[i] != expected[i];
    free(expected);
    free(copy);
    return wrong;
}

static int one_round(Vector *v, int round) {
    int wrong = 0;
    scatter(v, round);
    for (int target = 0; target < v->size; target++)
        wrong += raise(v, target) != number(v->rank, target, round, 0) + 1;
    MPI_Barrier(MPI_COMM_WORLD);
    wrong += gather(v, (v->rank + round) % v->size, round);
    MPI_Barrier(MPI_COMM_WORLD);
    return wrong;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int errors = 0, all;
    Vector vector;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &vector.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &vector.size);
    MPI_Win_allocate(vector.size * LENGTH * sizeof(long), sizeof(long), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &vector.part, &vector.win);
    MPI_Win_lock_all(0, vector.win);
    for (int round = 0; round < rounds; round++)
        errors += one_round(&vector, round);
    MPI_Win_unlock_all(vector.win);

    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && vector.rank == 0)
        fprintf(stderr, "requests: %d numbers are wrong\n", all);
    MPI_Win_free(&vector.win);
    MPI_Finalize();
    return all > 0;
}
