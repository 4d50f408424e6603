// The displacements of a struct are the offsets of its members, padding included.
// gomarmot: access=plugin
#include <mpi.h>
#include <stddef.h>

struct reading {
    int station;
    double value;
};

struct event {
    char kind;
    int cell[2];
    double time;
};

static MPI_Datatype of_struct(int n, const int *lengths, const MPI_Aint *at, MPI_Datatype *types, MPI_Aint size) {
    MPI_Datatype members, type;
    MPI_Type_create_struct(n, lengths, at, types, &members);
    MPI_Type_create_resized(members, 0, size, &type);
    MPI_Type_free(&members);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv) {
    struct reading readings[4] = {{0, 0}}, *first = readings;
    struct event event = {'x', {1, 2}, 3};
    struct {
        float x, y;
    } point = {1, 2};
    MPI_Datatype reading, moment, pair;

    MPI_Init(&argc, &argv);
    reading = of_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, offsetof(struct reading, value)},
                        (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, sizeof(struct reading));
    moment = of_struct(3, (int[]){1, 2, 1}, (MPI_Aint[]){0, offsetof(struct event, cell), offsetof(struct event, time)},
                       (MPI_Datatype[]){MPI_CHAR, MPI_INT, MPI_DOUBLE}, sizeof(struct event));
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Bcast(readings, 2, reading, 0, MPI_COMM_WORLD);
    MPI_Bcast(first, 1, reading, 0, MPI_COMM_WORLD);
    MPI_Bcast(&event, 1, moment, 0, MPI_COMM_WORLD);
    MPI_Bcast(&point, 2, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&event.cell, 1, pair, 0, MPI_COMM_WORLD);
    MPI_Type_free(&reading);
    MPI_Type_free(&moment);
    MPI_Type_free(&pair);
    MPI_Finalize();
}
