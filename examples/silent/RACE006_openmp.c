// Common OpenMP patterns: threads fill a buffer in a parallel loop before the master thread sends
// from it; the master thread waits for requests while the other threads compute the inner part;
// tasks, a critical section, locks, and a barrier between communication and use.
// gomarmot: access=auto flag=-fopenmp env=OMP_NUM_THREADS=3
#include <mpi.h>
#include <omp.h>

enum { N = 300, STEPS = 12 };

static double field[N], next[N], edge[2], total;

int main(int argc, char **argv) {
    int provided, rank, size;
    omp_lock_t lock;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    omp_init_lock(&lock);

    for (int n = 0; n < STEPS; n++) {
        MPI_Request requests[4];
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            field[i] = field[i] + i + n;
        MPI_Irecv(&edge[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&edge[1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(&field[N - 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(&field[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[3]);
#pragma omp parallel
        {
#pragma omp master
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
#pragma omp for nowait
            for (int i = 1; i < N - 1; i++)
                next[i] = (field[i - 1] + field[i + 1]) / 2;
#pragma omp barrier
#pragma omp sections
            {
#pragma omp section
                next[0] = (edge[0] + field[1]) / 2;
#pragma omp section
                next[N - 1] = (edge[1] + field[N - 2]) / 2;
            }
#pragma omp single
            {
#pragma omp task
                MPI_Sendrecv_replace(&edge[0], 1, MPI_DOUBLE, right, 2, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp taskwait
#pragma omp task
                edge[0] += 1;
            }
            double part = 0;
#pragma omp for
            for (int i = 0; i < N; i++)
                part += field[i] = next[i];
            if (n % 2) {
#pragma omp critical
                {
                    total += part;
                    MPI_Allreduce(MPI_IN_PLACE, &total, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
                }
            } else {
                omp_set_lock(&lock);
                total += part;
                MPI_Bcast(&total, 1, MPI_DOUBLE, 0, MPI_COMM_SELF);
                omp_unset_lock(&lock);
            }
        }
    }
    omp_destroy_lock(&lock);

    MPI_Finalize();
    return total < 0;
}
