// The program promises to use no MPI_ANY_SOURCE on a communicator, and probes that
// communicator for a message from MPI_ANY_SOURCE.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Info info;
    MPI_Comm fast, plain;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_source", "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &fast);
    MPI_Info_free(&info);
    MPI_Comm_dup(fast, &plain);

    if (rank == 1) {
        MPI_Send(&value, 1, MPI_INT, 0, 1, fast);
        MPI_Send(&value, 1, MPI_INT, 0, 2, plain);
    } else if (rank == 0) {
        int arrived = 0;

        MPI_Iprobe(MPI_ANY_SOURCE, 1, fast, &arrived, MPI_STATUS_IGNORE); // want MSG015 "^MPI_Iprobe with MPI_ANY_SOURCE on a communicator with mpi_assert_no_any_source = true$"
        MPI_Recv(&value, 1, MPI_INT, 1, 1, fast, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 2, plain, MPI_STATUS_IGNORE);
    }

    MPI_Comm_free(&plain);
    MPI_Comm_free(&fast);
    MPI_Finalize();
    return 0;
}
