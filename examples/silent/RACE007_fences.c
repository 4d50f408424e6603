// A fence of the language or the processor on both sides of a barrier orders stores and loads of shared memory.
// gomarmot: access=auto
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

enum { N = 100 };

static void fence(int kind) {
    switch (kind) {
    case 0:
        atomic_thread_fence(memory_order_seq_cst);
        break;
    case 1:
        atomic_thread_fence(memory_order_acq_rel);
        break;
    case 2:
        __sync_synchronize();
        break;
    case 3:
#if defined(__x86_64__)
        __builtin_ia32_mfence();
#else
        __sync_synchronize();
#endif
        break;
    default:
#if defined(__x86_64__)
        __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
#else
        __asm__ volatile("dmb ish" ::: "memory");
#endif
    }
}

int main(int argc, char **argv) {
    int rank, unit, bad = 0;
    int *own, *first;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank ? 0 : N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    MPI_Win_lock_all(0, win);
    for (int kind = 0; kind < 5; kind++) {
        if (rank == 0)
            for (int i = 0; i < N; i++)
                first[i] = kind + i;
        fence(kind);
        MPI_Barrier(MPI_COMM_WORLD);
        fence(kind);
        if (rank == 1)
            for (int i = 0; i < N; i++)
                bad += first[i] != kind + i;
        fence(kind);
        MPI_Barrier(MPI_COMM_WORLD);
        fence(kind);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (bad)
        fprintf(stderr, "rank %d: %d values are wrong\n", rank, bad);
    MPI_Finalize();
    return bad != 0;
}
