// The types of a message and its receive differ. The program goes on until there is a file of the given name, for at most
// two minutes: then it says so.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, there = 0;
    float sent = 1;
    int received = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send(&sent, 1, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 12000 && !there; i++) {
        usleep(10000);
        there = rank == 0 && !access(argv[1], F_OK);
        MPI_Bcast(&there, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%s\n", there ? "told while it runs" : "not told");

    MPI_Finalize();
    return 0;
}
