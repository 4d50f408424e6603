// gomarmot: ranks=3
// All workers post their receives before they take
// part in the gather. The root sends after the gather.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, result = 0, token = 0, i;
    MPI_Request request;
    int all[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank != 0)
        MPI_Irecv(&result, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Gather(&token, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        for (i = 1; i < 3; i++)
            MPI_Rsend(&value, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
