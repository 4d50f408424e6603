// gomarmot: ranks=3
// A queue of tasks without a master: the ranks draw the number of the next task
// from a counter at rank 0 with MPI_Fetch_and_op, work on it, and put the result
// into its place at rank 0. A second window counts, by MPI_Accumulate, how many
// tasks each rank has done. Rank 0 checks that each task was done once.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rank, size, tasks;
    long *counter; // at rank 0: the next task; then the results of all tasks
    long *done;    // at rank 0: tasks done, by rank
    MPI_Win queue, statistics;
} Pool;

enum { NEXT = 0, RESULTS = 1 }; // displacements in the queue window

// clear zeroes a part of the own window before anybody accesses it.
static void clear(MPI_Win win, int rank, long *memory, int n) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    for (int i = 0; i < n; i++)
        memory[i] = 0;
    MPI_Win_unlock(rank, win);
}

static void pool_create(Pool *p, int tasks) {
    MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p->size);
    p->tasks = tasks;
    // Only rank 0 gives memory; the others' windows are empty.
    int places = p->rank == 0 ? RESULTS + tasks : 0;
    int ranks = p->rank == 0 ? p->size : 0;
    MPI_Win_allocate(places * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &p->counter, &p->queue);
    MPI_Win_allocate(ranks * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &p->done,
                     &p->statistics);
    if (p->rank == 0) {
        clear(p->queue, 0, p->counter, places);
        clear(p->statistics, 0, p->done, ranks);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static long draw(Pool *p) {
    long one = 1, task;
    MPI_Fetch_and_op(&one, &task, MPI_LONG, 0, NEXT, MPI_SUM, p->queue);
    MPI_Win_flush(0, p->queue);
    return task;
}

// work returns the number of steps until the 3n+1 sequence reaches 1.
static long work(long task) {
    long n = task + 1, steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

// run takes tasks until none is left and returns how many it has done.
static long run(Pool *p) {
    static const long one = 1; // read until the statistics are unlocked
    long task, done = 0;
    while ((task = draw(p)) < p->tasks) {
        long result = work(task);
        MPI_Put(&result, 1, MPI_LONG, 0, RESULTS + task, 1, MPI_LONG, p->queue);
        MPI_Accumulate(&one, 1, MPI_LONG, 0, p->rank, 1, MPI_LONG, MPI_SUM, p->statistics);
        MPI_Win_flush_local(0, p->queue); // result goes out of scope
        done++;
    }
    return done;
}

// wrong is called by rank 0, with what each rank says it has done.
static int wrong(const Pool *p, const long *claimed) {
    int count = 0;
    long sum = 0;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, p->queue);
    for (int task = 0; task < p->tasks; task++)
        count += p->counter[RESULTS + task] != work(task);
    count += p->counter[NEXT] != p->tasks + p->size;
    MPI_Win_unlock(0, p->queue);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, p->statistics);
    for (int rank = 0; rank < p->size; rank++) {
        count += p->done[rank] != claimed[rank];
        sum += p->done[rank];
    }
    MPI_Win_unlock(0, p->statistics);
    return count + (sum != p->tasks);
}

int main(int argc, char **argv) {
    int tasks = argc > 1 ? atoi(argv[1]) : 200;
    int errors = 0;
    Pool pool;

    MPI_Init(&argc, &argv);
    pool_create(&pool, tasks);
    MPI_Win_lock_all(0, pool.queue);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, pool.statistics);
    long done = run(&pool);
    MPI_Win_unlock(0, pool.statistics);
    MPI_Win_unlock_all(pool.queue);

    long *claimed = calloc(pool.size, sizeof *claimed);
    MPI_Gather(&done, 1, MPI_LONG, claimed, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    if (pool.rank == 0)
        errors = wrong(&pool, claimed);
    free(claimed);
    MPI_Bcast(&errors, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (errors > 0 && pool.rank == 0)
        fprintf(stderr, "workqueue: %d results are wrong\n", errors);
    MPI_Win_free(&pool.statistics);
    MPI_Win_free(&pool.queue);
    MPI_Finalize();
    return errors > 0;
}
