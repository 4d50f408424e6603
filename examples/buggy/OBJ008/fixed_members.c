// Each member and each array is sent with the datatype of its declared type.
// gomarmot: access=plugin
#include <mpi.h>
#include <stdlib.h>

enum { N = 4 };

struct particle {
    double place[3];
    int kind, charge;
};

struct node {
    struct node *next;
    float *values;
    unsigned count;
};

int main(int argc, char **argv) {
    int rank, lengths[N] = {1, 2, 3, 4}, offsets[2] = {0, 2}, shares[2] = {2, 2}, *table;
    float sums[N] = {0};
    struct particle particles[N] = {{{0}, 0, 0}}, *first = particles;
    struct node list = {0, sums, N};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    table = calloc(N, sizeof(long));
    MPI_Bcast(particles, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(first, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&particles[1].kind, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&list.count, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    MPI_Bcast(list.values, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(sums, N, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, table, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allgatherv(lengths + offsets[rank], 2, MPI_INT, table, shares, offsets, MPI_INT, MPI_COMM_WORLD);
    free(table);
    MPI_Finalize();
}
