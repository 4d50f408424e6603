// gomarmot: ranks=3 provoked=PROV002
// Two persistent receives from any source start together; the program assumes that the int comes first.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, number = 1;
    float real = 2;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Recv_init(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv_init(&real, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        printf("%d %g\n", number, real);
        for (int k = 0; k < 2; k++)
            MPI_Request_free(&requests[k]);
    } else {
        usleep(300000 * rank);
        if (rank == 1)
            MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        else
            MPI_Send(&real, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
