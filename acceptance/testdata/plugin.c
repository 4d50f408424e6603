// A library that calls MPI: fork.c loads it and lets it go.
#include <mpi.h>

void plugin(MPI_Win win)
{
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
}
