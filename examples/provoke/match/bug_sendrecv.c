// gomarmot: ranks=3 provoked=PROV003
// The receive of MPI_Sendrecv takes any source; the program assumes that the message is from rank 1.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int mine, first = 0, second = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    mine = 10 * rank;
    if (rank == 0) {
        MPI_Sendrecv(&mine, 1, MPI_INT, 1, 0, &first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d, then %d\n", first, second);
    } else {
        usleep(300000 * rank);
        if (rank == 1)
            MPI_Recv(&first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&mine, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
