// gomarmot: ranks=2 provoked=PROV003
// Rank 1 sums the whole matrix while it receives a column.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int cell[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, sum = 0;
    MPI_Datatype column;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Type_vector(3, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 0) {
        usleep(500000);
        MPI_Send(cell, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(cell, 1, column, 0, 0, MPI_COMM_WORLD, &request);
        for (int k = 0; k < 9; k++)
            sum += cell[k];
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        printf("sum %d, column %d %d %d\n", sum, cell[0], cell[3], cell[6]);
    }
    MPI_Type_free(&column);

    MPI_Finalize();
    return 0;
}
