// gomarmot: ranks=1
// A group is used after it was freed, and MPI_GROUP_NULL is taken for the empty
// group, which is MPI_GROUP_EMPTY.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int ranks[1] = {0};
    int size;
    MPI_Comm comm;
    MPI_Group world, first, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, ranks, &first);
    copy = first;
    MPI_Group_free(&first);
    MPI_Group_size(copy, &size);        // want OBJ001 "argument group of MPI_Group_size, a group, is already freed"
    MPI_Group_size(first, &size);       // want OBJ001 "argument group of MPI_Group_size is MPI_GROUP_NULL"
    MPI_Group_free(&first);             // want OBJ001 "argument group of MPI_Group_free is MPI_GROUP_NULL"
    MPI_Comm_create(MPI_COMM_SELF, first, &comm); // want OBJ001 "argument group of MPI_Comm_create is MPI_GROUP_NULL"
    MPI_Group_free(&world);

    MPI_Finalize();
    return 0;
}
