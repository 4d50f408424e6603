// Rank 0 promises with MPI_Comm_set_info to use no MPI_ANY_TAG, and then probes with MPI_ANY_TAG.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Info info;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);

    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", rank == 0 ? "true" : "false");
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);

    if (rank == 1) {
        int there;

        MPI_Send(&value, 1, MPI_INT, 0, 7, comm);
        MPI_Iprobe(0, MPI_ANY_TAG, comm, &there, MPI_STATUS_IGNORE);
    } else {
        int there;

        MPI_Iprobe(1, MPI_ANY_TAG, comm, &there, MPI_STATUS_IGNORE); // want MSG015 "^MPI_Iprobe with MPI_ANY_TAG on a communicator with mpi_assert_no_any_tag = true$"
        MPI_Recv(&value, 1, MPI_INT, 1, 7, comm, MPI_STATUS_IGNORE);
    }

    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
