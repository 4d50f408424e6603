// MPI_UNDEFINED leaves a rank out; a predefined attribute may be read.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int flag;
    void *value;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_split(MPI_COMM_WORLD, rank ? MPI_UNDEFINED : 0, -7, &part);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);

    MPI_Finalize();
    return 0;
}
