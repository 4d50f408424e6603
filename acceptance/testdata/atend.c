// Makes as many calls as its first argument says, and one mistake of two ranks; returns its second
// argument. The third is the signal of which rank 1 dies in MPI_Finalize, or 0.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int sig;

// The first callback: MPI_Finalize has begun.
static int die(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    raise(sig);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    const long calls = argc > 1 ? atol(argv[1]) : 0;
    const int status = argc > 2 ? atoi(argv[2]) : 0;
    int rank, size, whole = 0, keyval;
    float real = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sig = argc > 3 ? atoi(argv[3]) : 0;
    signal(SIGCHLD, SIG_IGN); // the system waits for children
    for (long i = 0; i < calls; i++)
        MPI_Barrier(MPI_COMM_SELF);
    if (rank == 0 && size > 1)
        MPI_Recv(&whole, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (rank == 1)
        MPI_Send(&real, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    if (sig && rank == 1) {
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, die, &keyval, NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
    }
    MPI_Finalize();
    if (rank == 0 && waitpid(-1, NULL, WNOHANG) >= 0)
        printf("a child is left\n");
    return status;
}
