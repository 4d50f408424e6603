// gomarmot: ranks=3 provoked=PROV003
// The root uses a part of the result before MPI_Igatherv is complete.
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
    used = all[6];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%s, between %d\n", used == 7 || used == 20 ? "fine" : "strange", all[3]);

    MPI_Finalize();
    return 0;
}
