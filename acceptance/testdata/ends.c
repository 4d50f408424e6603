// Ends the way its argument says. Prints what it got from MPI before.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void use_window(int rank, int size)
{
    int *cell;
    MPI_Win win;

    MPI_Win_allocate(sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = -1;
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("rank %d got %d\n", rank, *cell);
    fflush(stdout);
    MPI_Win_free(&win);
}

static void on_usr1(int sig)
{
    static const char text[] = "handled\n";

    (void)sig;
    if (write(1, text, sizeof text - 1) < 0)
        _exit(9);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "finalize";
    int rank, size;

    signal(SIGUSR1, on_usr1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(how, "nowindow"))
        use_window(rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(how, "signal"))
        raise(SIGUSR1);
    if (!strcmp(how, "exit"))
        exit(7);
    if (!strcmp(how, "_exit"))
        _exit(6);
    if (!strcmp(how, "abort") && rank == 0)
        abort();
    if (!strcmp(how, "mpi_abort") && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 5);
    if (!strcmp(how, "segv") && rank == 0)
        *(volatile int *)8 = 1;
    if (!strcmp(how, "return"))
        return 3;
    MPI_Finalize();
    if (!strcmp(how, "late"))
        exit(4);
    return 0;
}
