// A child process created by fork is not an MPI process. It ends without
// MPI_Finalize, as it should; the parent calls MPI_Finalize.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    static int cell;
    int status = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    pid_t child = fork();
    if (child == 0)
        _exit(7);
    waitpid(child, &status, 0);

    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return WEXITSTATUS(status) != 7;
}
