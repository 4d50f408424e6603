// Every blocking collective function that accepts MPI_IN_PLACE.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int data[8] = {0};
    int counts[2] = {2, 2}, places[2] = {0, 2}, bytes[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    const int root = rank == 1;

    MPI_Gather(root ? MPI_IN_PLACE : data, 2, MPI_INT, data, 2, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Gatherv(root ? MPI_IN_PLACE : data, 2, MPI_INT, root ? data : MPI_IN_PLACE, counts, places, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Scatter(data, 2, MPI_INT, root ? MPI_IN_PLACE : data, 2, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Scatterv(data, counts, places, MPI_INT, root ? MPI_IN_PLACE : data, 2, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 2, MPI_INT, data, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(MPI_IN_PLACE, 2, MPI_INT, data, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(MPI_IN_PLACE, 2, MPI_INT, data, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(MPI_IN_PLACE, counts, places, MPI_INT, data, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallw(MPI_IN_PLACE, counts, bytes, types, data, counts, bytes, types, MPI_COMM_WORLD);
    MPI_Reduce(root ? MPI_IN_PLACE : data, data, 2, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, data, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter(MPI_IN_PLACE, data, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, data, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scan(MPI_IN_PLACE, data, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(MPI_IN_PLACE, data, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
