// Each step duplicates the communicator to keep its messages apart, and never frees the
// duplicate. In a long run, the MPI library runs out of communicators.
#include <mpi.h>

static int total(MPI_Comm comm, int value) {
    MPI_Comm own;
    int sum;

    MPI_Comm_dup(comm, &own); // want OBJ002 "none of the 50 communicators that MPI_Comm_dup returned was freed"
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, own);
    return sum;
}

int main(int argc, char **argv) {
    int sum = 0;

    MPI_Init(&argc, &argv);
    for (int step = 0; step < 50; step++)
        sum = total(MPI_COMM_WORLD, sum % 7);
    MPI_Finalize();
    return 0;
}
