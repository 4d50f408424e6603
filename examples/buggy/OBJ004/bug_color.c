// A color is negative, and a group is not part of the communicator's group.
#include <mpi.h>

/* Frees a communicator that some MPI libraries create from faulty arguments. */
static void drop(MPI_Comm *comm) {
    if (*comm != MPI_COMM_NULL)
        MPI_Comm_free(comm);
}

int main(int argc, char **argv) {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Group world, others;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_split(MPI_COMM_SELF, -3, 0, &part); // want OBJ004 "MPI_Comm_split with color -3: it must be at least 0, or MPI_UNDEFINED"
    drop(&part);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_excl(world, 1, &rank, &others);
    MPI_Comm_create(MPI_COMM_SELF, others, &part); // want OBJ004 "the group of MPI_Comm_create contains rank . of MPI_COMM_WORLD, which is not in MPI_COMM_SELF"
    drop(&part);
    MPI_Group_free(&others);
    MPI_Group_free(&world);

    MPI_Finalize();
    return 0;
}
