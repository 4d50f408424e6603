// The ranks of each group pass the same group: first ranks 0 to 2, then ranks 0 and 1.
// gomarmot: ranks=3
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, ranks[3] = {0, 1, 2};
    MPI_Group all, group;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    for (int n = 3; n > 1; n--) {
        MPI_Group_incl(all, n, ranks, &group);
        if (rank < n) {
            MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
            MPI_Barrier(comm);
            MPI_Comm_free(&comm);
        }
        MPI_Group_free(&group);
    }
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
