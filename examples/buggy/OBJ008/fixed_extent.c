// Some members of each struct of an array are sent by datatypes with the extent of the
// struct. Neither a single struct nor contiguous pairs of numbers need that extent.
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

static MPI_Datatype made(MPI_Aint second, MPI_Datatype of, MPI_Aint size) {
    int lengths[2] = {1, 1};
    MPI_Aint places[2] = {0, second};
    MPI_Datatype types[2] = {MPI_DOUBLE, of}, all, type;

    MPI_Type_create_struct(2, lengths, places, types, &all);
    MPI_Type_create_resized(all, 0, size, &type);
    MPI_Type_free(&all);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv) {
    int rank;
    struct node nodes[N] = {{0, 0, 0, 0}};
    struct point points[N] = {{0, 0, 0}};
    MPI_Datatype node, point, pair, one;
    int lengths[1] = {2};
    MPI_Aint places[1] = {0};
    MPI_Datatype types[1] = {MPI_DOUBLE};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    node = made(offsetof(struct node, y), MPI_DOUBLE, sizeof(struct node));
    point = made(offsetof(struct point, id), MPI_INT, sizeof(struct point));
    MPI_Bcast(nodes, N, node, 0, MPI_COMM_WORLD);
    MPI_Bcast(points, N, point, 0, MPI_COMM_WORLD);
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Bcast(nodes, N, pair, 0, MPI_COMM_WORLD);
    MPI_Type_create_struct(1, lengths, places, types, &one);
    MPI_Type_commit(&one);
    MPI_Bcast(nodes, 1, one, 0, MPI_COMM_WORLD);
    MPI_Type_free(&pair);
    MPI_Type_free(&one);
    MPI_Type_free(&node);
    MPI_Type_free(&point);
    MPI_Finalize();
    return 0;
}
