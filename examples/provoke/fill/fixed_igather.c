// gomarmot: ranks=3
// The root reads the results once MPI_Igather is complete.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int mine, all[3] = {4, 5, 6}, seen = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    mine = 10 * rank;
    if (rank > 0)
        usleep(500000);
    MPI_Igather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    seen = all[2];
    if (rank == 0)
        printf("seen %d\n", seen);

    MPI_Finalize();
    return 0;
}
