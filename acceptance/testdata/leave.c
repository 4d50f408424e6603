// Makes some calls and leaves MPI the way its first argument says; the second
// is how many rounds it makes before. A window lives until a callback of
// MPI_COMM_SELF frees it, in MPI_Finalize.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static MPI_Win kept;

static int free_kept(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    return MPI_Win_free(&kept);
}

// The first callback: MPI_Finalize has begun.
static int die(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    raise(SIGKILL);
    return MPI_SUCCESS;
}

static void at_finalize(MPI_Comm_delete_attr_function *callback)
{
    int keyval;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, callback, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
}

static void work(long rounds, int rank)
{
    unsigned state = (unsigned)rank + 1;
    int *cells, value = 0;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Win_allocate(1000 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_SELF, &cells, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    for (long i = 0; i < rounds; i++) {
        state = state * 1664525u + 1013904223u; // nothing that packs well
        MPI_Type_contiguous((int)(state >> 1), MPI_CHAR, &type);
        MPI_Type_free(&type);
        MPI_Accumulate(&value, 1, MPI_INT, 0, state >> 16 & 511, 1, MPI_INT, MPI_SUM, win);
        if (i % 100 == 99)
            MPI_Win_flush(0, win);
    }
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "finalize";
    const int victim = argc > 3 ? atoi(argv[3]) : -1;
    int rank, *cell;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work(argc > 2 ? atol(argv[2]) : 10, rank);
    if (!strcmp(how, "finalize")) {
        MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_SELF, &cell, &kept);
        at_finalize(free_kept);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(how, "killed") && rank == victim)
        at_finalize(die);
    MPI_Finalize();
    return 0;
}
