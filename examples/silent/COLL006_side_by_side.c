// Send and receive buffers share an array, but no byte: they are adjacent,
// interleaved or empty. On ranks other than the root, MPI ignores the receive buffer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int data[8] = {0};
    int some[2] = {2, 0}, places[2] = {0, 0};
    MPI_Datatype half, every;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Type_vector(2, 1, 2, MPI_INT, &half);
    MPI_Type_create_resized(half, 0, 4 * sizeof(int), &every);
    MPI_Type_commit(&every);
    MPI_Alltoall(data, 2, MPI_INT, data + 4, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(data, 1, every, data + 1, 1, every, MPI_COMM_WORLD);
    MPI_Reduce(data, rank == 0 ? data + 4 : data, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Gather(data, 2, MPI_INT, rank == 0 ? data + 4 : data, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(data, 0, MPI_INT, data, 0, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(data + 2, rank == 0 ? 2 : 0, MPI_INT, data, some, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Type_free(&every);
    MPI_Type_free(&half);

    MPI_Finalize();
    return 0;
}
