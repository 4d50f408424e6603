// A busy program that knows what it has done: before each MPI call a thread
// counts it in a small file of its rank, mapped, which a kill leaves as it is.
// Arguments: the folder of these files; how to end after some rounds ("abort",
// "exit", "_exit"; without it the program goes on forever); the rank that does.
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CELLS = 8, ROUNDS = 20 };

static struct told {
    int64_t pid;
    int64_t calls[2]; // entered by the main thread, by the second one
} *told;

static int stop;

static void *map(const char *folder, int rank)
{
    char path[4096];
    void *p;
    int fd;

    snprintf(path, sizeof path, "%s/told.%d", folder, rank);
    fd = open(path, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, sizeof *told))
        exit(9);
    p = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return p == MAP_FAILED ? NULL : p;
}

static void count(int thread) { __atomic_fetch_add(&told->calls[thread], 1, __ATOMIC_SEQ_CST); }

#define CALL(thread, call) (count(thread), (call))

static void leave(const char *how)
{
    if (!strcmp(how, "abort"))
        CALL(0, MPI_Abort(MPI_COMM_WORLD, 5));
    if (!strcmp(how, "exit"))
        exit(7);
    _exit(6);
}

static void *types(void *arg)
{
    MPI_Datatype type;

    for (int i = 1; !__atomic_load_n(&stop, __ATOMIC_RELAXED); i = i % 100 + 1) {
        CALL(1, MPI_Type_contiguous(i, MPI_INT, &type));
        CALL(1, MPI_Type_commit(&type));
        CALL(1, MPI_Type_free(&type));
        if (i % 16 == 0)
            usleep(100); // it shall not take all of a core
    }
    return arg;
}

static void round_of(MPI_Win win, int rank, int size, int i)
{
    const int to = (rank + 1) % size;
    int64_t got;

    CALL(0, MPI_Win_lock_all(0, win));
    for (int k = 0; k < CELLS; k++) {
        int64_t value = i + k;

        CALL(0, MPI_Put(&value, 1, MPI_INT64_T, to, rank * CELLS + k, 1, MPI_INT64_T, win));
        CALL(0, MPI_Win_flush(to, win));
    }
    CALL(0, MPI_Get(&got, 1, MPI_INT64_T, to, rank * CELLS, 1, MPI_INT64_T, win));
    CALL(0, MPI_Win_unlock_all(win));
    CALL(0, MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
    CALL(0, MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
}

int main(int argc, char **argv)
{
    const int leaver = argc > 3 ? atoi(argv[3]) : -1;
    int rank, size, level;
    pthread_t second;
    int64_t *cells;
    MPI_Win win;

    // The files carry world ranks, which are not known before; Init is counted after it.
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    told = map(argv[1], rank);
    if (!told)
        return 9;
    CALL(0, MPI_Win_allocate((MPI_Aint)(size * CELLS) * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win));
    told->pid = getpid();
    if (level == MPI_THREAD_MULTIPLE && pthread_create(&second, NULL, types, NULL))
        return 9;
    for (int i = 0; rank != leaver || i < ROUNDS; i++)
        round_of(win, rank, size, i);
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    if (level == MPI_THREAD_MULTIPLE)
        pthread_join(second, NULL);
    leave(argv[2]);
    return 0;
}
