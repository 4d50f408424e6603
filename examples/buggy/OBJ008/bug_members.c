// The datatypes differ from the declared types: two int members of a particle are sent as a fourth
// MPI_DOUBLE, an array of pointers is sent as MPI_FLOAT, and a table of int is summed as MPI_LONG.
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
    float sums[N] = {0}, *row[N] = {0};
    struct particle particles[N] = {{{0}, 0, 0}}, *first = particles;
    struct node list = {0, sums, N};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    table = calloc(N, sizeof(long));
    MPI_Bcast(particles, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(first, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);                          // want OBJ008 "declared as struct particle, which has a signed integer of 4 bytes at byte 24, but the datatype is MPI_DOUBLE"
    MPI_Bcast(&particles[1].kind, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);              // want OBJ008 "declared as int, a signed integer of 4 bytes, but the datatype is MPI_FLOAT"
    MPI_Bcast(&list.count, 1, MPI_INT, 0, MPI_COMM_WORLD);                       // want OBJ008 "an unsigned integer of 4 bytes, but the datatype is MPI_INT .4 bytes.; MPI_UNSIGNED fits"
    MPI_Bcast(list.values, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);                    // want OBJ008 "declared as float"
    MPI_Bcast(row, N, MPI_FLOAT, 0, MPI_COMM_WORLD);                             // want OBJ008 "a pointer of 8 bytes, but the datatype is MPI_FLOAT"
    MPI_Allreduce(MPI_IN_PLACE, table, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);    // want OBJ008 "recvbuf of MPI_Allreduce is declared as int"
    MPI_Allgatherv(lengths + offsets[rank], 2, MPI_INT, sums, shares, offsets, MPI_INT, MPI_COMM_WORLD); // want OBJ008 "recvbuf of MPI_Allgatherv is declared as float"
    free(table);
    MPI_Finalize();
}
