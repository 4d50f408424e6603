// gomarmot: ranks=3
// All ranks reduce on MPI_COMM_SELF first and on MPI_COMM_WORLD second.
#include <mpi.h>

int main(int argc, char **argv) {
    int one = 1, own = 0, sum = 0;

    MPI_Init(&argc, &argv);

    MPI_Allreduce(&one, &own, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
