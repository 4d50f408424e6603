// The ranks of a node reduce the residual of a step between the stores and the loads of the field: this orders no memory.
// Before that, or after it, the rank that fills the field says so by an atomic flag, and the others wait for the flag.
// gomarmot: access=auto
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>

enum { CELLS = 100, STEPS = 6 };

struct shared {
    atomic_int step, seen;
    double field[CELLS];
};

static void reduce(double mine) {
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, unit;
    MPI_Aint bytes;
    struct shared *node;
    MPI_Win win;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *node : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &node, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &node);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        atomic_store(&node->step, 0);
        atomic_store(&node->seen, 0);
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    double sum = 0;

    for (int step = 1; step <= STEPS; step++) {
        int early = step % 2;

        if (rank == 0) {
            while (atomic_load(&node->seen) < (step - 1) * (size - 1))
                sched_yield();
            for (int i = 0; i < CELLS; i++)
                node->field[i] = step + i;
            if (early)
                atomic_store_explicit(&node->step, step, memory_order_release);
            reduce(step);
            if (!early)
                atomic_store_explicit(&node->step, step, memory_order_release);
        } else {
            reduce(step);
            while (atomic_load_explicit(&node->step, memory_order_acquire) < step)
                sched_yield();
            for (int i = 0; i < CELLS; i++)
                sum += node->field[i];
            atomic_fetch_add(&node->seen, 1);
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
