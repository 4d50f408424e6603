// gomarmot: ranks=3
// The root uses the result once MPI_Igatherv is complete; elements between the parts stay unchanged.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int part[2], all[8] = {1, 2, 3, 4, 5, 6, 7, 8}, used = 0;
    int counts[3] = {2, 0, 1}, displs[3] = {0, 3, 6};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    part[0] = part[1] = 10 * rank;
    MPI_Igatherv(part, counts[rank], MPI_INT, all, counts, displs, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    used = all[6];
    if (rank == 0)
        printf("used %d, between %d\n", used, all[3]);

    MPI_Finalize();
    return 0;
}
