// gomarmot: ranks=3
// All ranks add up on MPI_COMM_WORLD; before, each one on MPI_COMM_SELF.
#include <mpi.h>

int main(int argc, char **argv) {
    int one = 1, own = 0, sum = 0;

    MPI_Init(&argc, &argv);

    MPI_Allreduce(&one, &own, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
