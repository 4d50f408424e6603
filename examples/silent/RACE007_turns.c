// Two ranks take turns by an atomic counter in shared memory, without a call of MPI. In its turn a rank fills the next
// record and reads the record before it, which mostly the other rank has filled. The records of a rank lie at uneven
// distances.
// gomarmot: access=auto
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>

enum { TURNS = 3000, FIELDS = 6 };

struct shared {
    atomic_int turn;
    struct {
        long owner;
        double field[FIELDS];
    } record[TURNS];
};

// The rank whose turn it is: of an uneven sequence.
static int owner(int turn) {
    return (turn * 7919 >> 3) & 1;
}

int main(int argc, char **argv) {
    int rank, unit;
    double sum = 0;
    struct shared *s;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *s : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &s, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &s);
    if (rank == 0)
        atomic_store(&s->turn, 0);
    MPI_Win_fence(0, win);

    for (int turn = 0; turn < TURNS; turn++) {
        if (owner(turn) != rank)
            continue;
        while (atomic_load_explicit(&s->turn, memory_order_acquire) != turn)
            sched_yield();
        s->record[turn].owner = rank;
        for (int i = 0; i < FIELDS; i++)
            s->record[turn].field[i] = turn + i;
        if (turn > 0)
            sum += s->record[turn - 1].field[turn % FIELDS];
        atomic_store_explicit(&s->turn, turn + 1, memory_order_release);
    }

    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
