// A new communicator or group may get the handle value of a freed communicator or group.
#include <mpi.h>

int main(int argc, char **argv) {
    int size;

    MPI_Init(&argc, &argv);

    for (int i = 0; i < 50; i++) {
        MPI_Comm comm;
        MPI_Group group;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_group(comm, &group);
        MPI_Group_size(group, &size);
        MPI_Comm_size(comm, &size);
        MPI_Group_free(&group);
        MPI_Comm_free(&comm);
    }

    MPI_Finalize();
    return 0;
}
