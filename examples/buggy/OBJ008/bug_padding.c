// The displacements of a struct are sums of member sizes, without the padding between the members.
// gomarmot: access=plugin
#include <mpi.h>

struct reading {
    int station;
    double value;
};

struct event {
    char kind;
    int cell[2];
    double time;
};

// Returns a struct datatype whose members lie side by side.
static MPI_Datatype side_by_side(int n, const int *lengths, MPI_Datatype *types) {
    MPI_Aint at[3] = {0};
    MPI_Datatype type;
    for (int i = 1; i < n; i++) {
        int size;
        MPI_Type_size(types[i - 1], &size);
        at[i] = at[i - 1] + lengths[i - 1] * size;
    }
    MPI_Type_create_struct(n, lengths, at, types, &type);
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
    reading = side_by_side(2, (int[]){1, 1}, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE});
    moment = side_by_side(3, (int[]){1, 2, 1}, (MPI_Datatype[]){MPI_CHAR, MPI_INT, MPI_DOUBLE});
    MPI_Type_contiguous(2, MPI_FLOAT, &pair);
    MPI_Type_commit(&pair);
    MPI_Bcast(readings, 2, reading, 0, MPI_COMM_WORLD); // want OBJ008 "struct reading, which has a floating point number of 8 bytes at byte 8, but the MPI_Type_create_struct datatype has MPI_DOUBLE at byte 4 .8 bytes.$"
    MPI_Bcast(first, 1, reading, 0, MPI_COMM_WORLD);    // want OBJ008 "at byte 8, but the MPI_Type_create_struct datatype has MPI_DOUBLE at byte 4"
    MPI_Bcast(&event, 1, moment, 0, MPI_COMM_WORLD);    // want OBJ008 "struct event, which has a signed integer of 4 bytes at byte 4, but the MPI_Type_create_struct datatype has MPI_INT at byte 1"
    MPI_Bcast(&point, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); // want OBJ008 "declared as an unnamed struct, which has a floating point number of 4 bytes at byte 0, but the datatype is MPI_DOUBLE"
    MPI_Bcast(&event.cell, 1, pair, 0, MPI_COMM_WORLD);  // want OBJ008 "declared as int, a signed integer of 4 bytes, but the MPI_Type_contiguous datatype has MPI_FLOAT there .4 bytes.; MPI_INT fits"
    MPI_Type_free(&reading);
    MPI_Type_free(&moment);
    MPI_Type_free(&pair);
    MPI_Finalize();
}
