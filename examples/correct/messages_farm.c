// gomarmot: ranks=4
// A farm: rank 0 hands out intervals of an integral, takes results from whichever worker has one, and tells
// each worker to stop when nothing is left. Workers that finish early get more work.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TASKS = 40, STEPS = 1000 };
enum { WORK = 1, RESULT = 2, STOP = 3 };

static double integrate(double from, double to) {
    double sum = 0, step = (to - from) / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double x = from + (i + 0.5) * step;
        sum += 4 / (1 + x * x) * step;
    }
    return sum;
}

static void master(int size) {
    double total = 0, *results = malloc(size * sizeof *results);
    int next = 0, working = 0, worker;
    MPI_Request *requests = malloc(size * sizeof *requests);

    requests[0] = MPI_REQUEST_NULL;
    for (worker = 1; worker < size; worker++) {
        requests[worker] = MPI_REQUEST_NULL;
        if (next < TASKS) {
            MPI_Irecv(&results[worker], 1, MPI_DOUBLE, worker, RESULT, MPI_COMM_WORLD, &requests[worker]);
            MPI_Send(&next, 1, MPI_INT, worker, WORK, MPI_COMM_WORLD);
            next++;
            working++;
        } else {
            MPI_Send(NULL, 0, MPI_INT, worker, STOP, MPI_COMM_WORLD);
        }
    }
    while (working > 0) {
        MPI_Waitany(size, requests, &worker, MPI_STATUS_IGNORE);
        total += results[worker];
        if (next < TASKS) {
            MPI_Irecv(&results[worker], 1, MPI_DOUBLE, worker, RESULT, MPI_COMM_WORLD, &requests[worker]);
            MPI_Send(&next, 1, MPI_INT, worker, WORK, MPI_COMM_WORLD);
            next++;
        } else {
            MPI_Send(NULL, 0, MPI_INT, worker, STOP, MPI_COMM_WORLD);
            working--;
        }
    }
    free(requests);
    free(results);
    printf("pi is about %.6f\n", total);
    if (fabs(total - 3.14159265) > 1e-6)
        MPI_Abort(MPI_COMM_WORLD, 2);
}

static void worker(void) {
    for (;;) {
        int task;
        double result;
        MPI_Status status;

        MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP) {
            MPI_Recv(NULL, 0, MPI_INT, 0, STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            return;
        }
        MPI_Recv(&task, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        result = integrate((double)task / TASKS, (double)(task + 1) / TASKS);
        MPI_Send(&result, 1, MPI_DOUBLE, 0, RESULT, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        master(size);
    else
        worker();
    MPI_Finalize();
    return 0;
}
