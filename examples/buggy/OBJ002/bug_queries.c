// Queries return groups, info objects, error handlers and the parts of a datatype; the
// program must free these objects, and does not.
#include <mpi.h>
#include <stddef.h>

static void ignore(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    (void)code;
}

static int size(MPI_Comm comm) {
    MPI_Group group;
    int n;

    MPI_Comm_group(comm, &group); // want OBJ002 "none of the 3 groups that MPI_Comm_group returned was freed"
    MPI_Group_size(group, &n);
    return n;
}

static int members(MPI_Comm comm) {
    MPI_Group group;
    int n;

    MPI_Comm_group(comm, &group);
    MPI_Group_size(group, &n);
    MPI_Group_free(&group);
    return n;
}

int main(int argc, char **argv) {
    MPI_Datatype pair, pairs, part[1];
    MPI_Errhandler handler, same;
    MPI_Info hints;
    int n = 0, numbers[1];

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++)
        n += size(MPI_COMM_WORLD) - members(MPI_COMM_WORLD);

    MPI_Comm_create_errhandler(ignore, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &same); // want OBJ002 "error handler that MPI_Comm_get_errhandler"

    MPI_Comm_get_info(MPI_COMM_WORLD, &hints); // want OBJ002 "info object that MPI_Comm_get_info"

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_contiguous(5, pair, &pairs);
    MPI_Type_free(&pair);
    MPI_Type_get_contents(pairs, 1, 0, 1, numbers, NULL, part); // want OBJ002 "datatype that MPI_Type_get_contents"
    MPI_Type_free(&pairs);
    MPI_Finalize();
    return n;
}
