// Operations on local variables, which are complete before the function
// returns: in recursion, in threads, and in coroutines, which have stacks of
// their own. What a function leaves pending is in memory of its callers.
// gomarmot: ranks=2
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { DEPTH = 40, ROUNDS = 200, STACK = 256 * 1024, COROUTINES = 2 };

static int rank, other, failed;

static void expect(int got, int wanted) {
    failed |= got != wanted;
}

static void swap(int value, int tag) {
    int mine = value, theirs = -1;
    MPI_Request both[2];

    MPI_Irecv(&theirs, 1, MPI_INT, other, tag, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(&mine, 1, MPI_INT, other, tag, MPI_COMM_WORLD, &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    expect(theirs, value);
}

// Each level has a pending receive while the deeper ones run and return.
static void nest(int depth) {
    int theirs = -1;
    MPI_Request request;

    MPI_Irecv(&theirs, 1, MPI_INT, other, depth, MPI_COMM_WORLD, &request);
    if (depth > 0)
        nest(depth - 1);
    MPI_Send(&depth, 1, MPI_INT, other, depth, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(theirs, depth);
}

static void post(int *into, MPI_Request *request) {
    MPI_Irecv(into, 1, MPI_INT, other, 50, MPI_COMM_WORLD, request);
}

static void persistent(void) {
    int mine = rank, theirs = -1;
    MPI_Request both[2];

    MPI_Recv_init(&theirs, 1, MPI_INT, other, 51, MPI_COMM_WORLD, &both[0]);
    MPI_Send_init(&mine, 1, MPI_INT, other, 51, MPI_COMM_WORLD, &both[1]);
    for (int i = 0; i < 3; i++) {
        MPI_Startall(2, both);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        expect(theirs, other);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&both[i]);
}

static void window(void) {
    int cell = -1, value = rank;
    MPI_Win win;

    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    expect(cell, other);
    MPI_Win_free(&win);
}

static void buffered(void) {
    char space[64 + MPI_BSEND_OVERHEAD];
    int value = rank, size;
    void *at;

    MPI_Buffer_attach(space, sizeof space);
    MPI_Bsend(&value, 1, MPI_INT, other, 52, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, other, 52, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&at, &size);
    expect(value, other);
}

static void *threaded(void *argument) {
    for (int i = 0; i < ROUNDS; i++)
        swap(i, 100);
    nest(DEPTH);
    return argument;
}

// Coroutines: one has a pending receive into its own stack while the others and
// the main program make calls, from stacks above and below.
static ucontext_t coroutine[COROUTINES], home;

static void run(int me) {
    int theirs = -1, mine = me;
    MPI_Request request;

    MPI_Irecv(&theirs, 1, MPI_INT, other, 60 + me, MPI_COMM_WORLD, &request);
    swapcontext(&coroutine[me], &home);
    MPI_Send(&mine, 1, MPI_INT, other, 60 + me, MPI_COMM_WORLD);
    swapcontext(&coroutine[me], &home);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(theirs, me);
    swapcontext(&coroutine[me], &home);
}

static void coroutines(char *stacks) {
    for (int i = 0; i < COROUTINES; i++) {
        getcontext(&coroutine[i]);
        coroutine[i].uc_stack.ss_sp = stacks + (size_t)i * STACK;
        coroutine[i].uc_stack.ss_size = STACK;
        coroutine[i].uc_link = NULL;
        makecontext(&coroutine[i], (void (*)(void))run, 1, i);
    }
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < COROUTINES; i++)
            swapcontext(&home, &coroutine[i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

// The stacks of coroutines may also lie within that of the program.
static void coroutines_within(void) {
    char stacks[COROUTINES * STACK];

    coroutines(stacks);
}

int main(int argc, char **argv) {
    int provided, last, size, theirs = -1;
    MPI_Request request;
    pthread_t thread;
    char *stacks = malloc((size_t)COROUTINES * STACK);

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = (rank ^ 1) < size ? rank ^ 1 : rank; // the last of an odd number is its own partner

    post(&theirs, &request);
    for (int i = 0; i < ROUNDS; i++)
        swap(i, 99);
    nest(DEPTH);
    persistent();
    window();
    buffered();
    coroutines(stacks);
    coroutines_within();
    pthread_create(&thread, NULL, threaded, NULL);
    pthread_join(thread, NULL);
    MPI_Send(&rank, 1, MPI_INT, other, 50, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(theirs, other);

    free(stacks);
    MPI_Reduce(&failed, &last, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s\n", last ? "wrong" : "right");
    MPI_Finalize();
    return failed;
}
