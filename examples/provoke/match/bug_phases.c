// gomarmot: ranks=3 provoked=PROV003
// A fast rank may send its message of the second phase while the first phase still receives from
// any source.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value, sum[2] = {0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int phase = 0; rank > 0 && phase < 2; phase++) {
        usleep(rank == 1 ? 200000 : 300000);
        value = 10 * phase + rank;
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (int k = 0; rank == 0 && k < 4; k++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum[k / 2] += value;
    }
    if (rank == 0)
        printf("sums %d %d\n", sum[0], sum[1]);

    MPI_Finalize();
    return 0;
}
