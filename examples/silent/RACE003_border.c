// Ranks at the border of a grid have a neighbor MPI_PROC_NULL, whose blocks a neighborhood collective neither reads
// nor writes: the program uses these blocks while the operation is pending.
#include <mpi.h>

enum { N = 4 };

int main(int argc, char **argv)
{
    int size, rank, periods[1] = {0}, sent[2 * N] = {0}, received[2 * N] = {0};
    MPI_Comm line;
    MPI_Request exchange, other[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, periods, 0, &line);
    MPI_Comm_rank(line, &rank);
    int partner = rank == 0 ? size - 1 : 0, outside = rank == 0 ? 0 : N;
    MPI_Ineighbor_alltoall(sent, N, MPI_INT, received, N, MPI_INT, line, &exchange);
    if (rank == 0 || rank == size - 1) {
        MPI_Irecv(received + outside, N, MPI_INT, partner, 0, line, &other[0]);
        MPI_Isend(sent + outside, N, MPI_INT, partner, 0, line, &other[1]);
        MPI_Waitall(2, other, MPI_STATUSES_IGNORE);
        sent[outside] = 1;
    }
    MPI_Wait(&exchange, MPI_STATUS_IGNORE);
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
