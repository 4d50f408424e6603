// Two members of each struct of an array are sent. The extent of the datatype ends with the last
// of these members, so the second element of the message comes from within the first struct.
// gomarmot: access=plugin
#include <mpi.h>
#include <stddef.h>

enum { N = 6 };

struct node {
    double x, y, old_x, old_y;
};

struct point {
    double x;
    int id;
    double scratch;
};

static MPI_Datatype made(MPI_Aint second, MPI_Datatype of) {
    int lengths[2] = {1, 1};
    MPI_Aint places[2] = {0, second};
    MPI_Datatype types[2] = {MPI_DOUBLE, of}, type;

    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv) {
    int rank;
    struct node nodes[N] = {{0, 0, 0, 0}};
    struct point points[N] = {{0, 0, 0}};
    MPI_Datatype node, point;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    node = made(offsetof(struct node, y), MPI_DOUBLE);
    point = made(offsetof(struct point, id), MPI_INT);
    MPI_Bcast(nodes, N, node, 0, MPI_COMM_WORLD);   // want OBJ008 "buffer of MPI_Bcast is declared as struct node, whose size is 32 bytes, but the extent of the MPI_Type_create_struct datatype is 16: elements from the second on"
    MPI_Bcast(points, N, point, 0, MPI_COMM_WORLD); // want OBJ008 "buffer of MPI_Bcast is declared as struct point, whose size is 24 bytes, but the extent of the MPI_Type_create_struct datatype is 16: elements from the second on"
    MPI_Type_free(&node);
    MPI_Type_free(&point);
    MPI_Finalize();
    return 0;
}
