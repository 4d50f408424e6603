// gomarmot: ranks=3 provoked=PROV003
// The root reads the results of the last round while MPI_Igather gathers the next results into the same buffer.
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
    seen = all[2];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("seen %d\n", seen);

    MPI_Finalize();
    return 0;
}
