// Keeps a log of its own, which has the name that gomarmot's has by default.
// The first argument says when it is made: before, in or after the time in
// which MPI is in use; the second how, as fopen has it. Tells what it found.
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void make(const char *how)
{
    struct stat st;
    FILE *f = fopen("run.log", how);

    if (!f) {
        printf("run.log: %s\n", strerror(errno));
        return;
    }
    fstat(fileno(f), &st);
    fprintf(f, "step 1: residual 0.5\n");
    fclose(f);
    printf("run.log: mode %o, %ld bytes before\n", st.st_mode & 0777, (long)st.st_size);
}

int main(int argc, char **argv)
{
    const char *when = argc > 1 ? argv[1] : "in", *how = argc > 2 ? argv[2] : "w";
    int rank = 0, *cell;
    MPI_Win win;

    if (!strcmp(when, "before"))
        make(how);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!strcmp(when, "in") && rank == 0)
        make(how);
    MPI_Win_allocate(sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    if (!strcmp(when, "after") && rank == 0)
        make(how);
    return 0;
}
