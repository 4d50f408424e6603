// Datatypes cover a union, the unit of a bit-field, padding, a packed struct, and a member of every struct of an array.
// gomarmot: access=plugin
#include <complex.h>
#include <mpi.h>
#include <stddef.h>
#include <string.h>

struct mixed {
    int kind;
    union {
        int whole;
        double real;
    } value;
    unsigned low : 12, high : 4;
    short rest;
    char text[5];
    int count;
    double complex wave;
};

struct tight {
    char kind;
    int count;
    double value;
} __attribute__((packed));

struct point {
    float x;
    double weight;
};

static MPI_Datatype at_bytes(int n, const int *lengths, const MPI_Aint *at, MPI_Datatype *types) {
    MPI_Datatype type;
    MPI_Type_create_struct(n, lengths, at, types, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv) {
    struct mixed mixed;
    struct tight tight[2];
    struct point points[4];
    double *values = (double *)((char *)tight + offsetof(struct tight, value));
    MPI_Datatype all, units, room, members, column, packed;
    size_t unit = offsetof(struct mixed, rest) / 4 * 4;

    memset(&mixed, 0, sizeof mixed);
    memset(tight, 0, sizeof tight);
    memset(points, 0, sizeof points);
    MPI_Init(&argc, &argv);
    all = at_bytes(5, (int[]){1, 1, 5, 1, 2},
                   (MPI_Aint[]){0, offsetof(struct mixed, value), offsetof(struct mixed, text), offsetof(struct mixed, count),
                                offsetof(struct mixed, wave)},
                   (MPI_Datatype[]){MPI_INT, MPI_DOUBLE, MPI_CHAR, MPI_INT, MPI_DOUBLE});
    units = at_bytes(2, (int[]){1, 1}, (MPI_Aint[]){(MPI_Aint)unit, offsetof(struct mixed, wave)},
                     (MPI_Datatype[]){MPI_UNSIGNED, MPI_C_DOUBLE_COMPLEX});
    room = at_bytes(2, (int[]){2, 1}, (MPI_Aint[]){0, offsetof(struct mixed, text)}, (MPI_Datatype[]){MPI_INT, MPI_INT});
    members = at_bytes(3, (int[]){1, 1, 1}, (MPI_Aint[]){0, 1, 5}, (MPI_Datatype[]){MPI_CHAR, MPI_INT, MPI_DOUBLE});
    MPI_Type_create_hvector(4, 1, sizeof(struct point), MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Type_create_hvector(2, 1, sizeof(struct tight), MPI_DOUBLE, &packed);
    MPI_Type_commit(&packed);
    MPI_Bcast(&mixed, 1, all, 0, MPI_COMM_WORLD);
    MPI_Bcast(&mixed, 1, units, 0, MPI_COMM_WORLD);
    MPI_Bcast(&mixed, 1, room, 0, MPI_COMM_WORLD);
    MPI_Bcast(&mixed, sizeof mixed, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(tight, 1, members, 0, MPI_COMM_WORLD);
    MPI_Bcast(values, 1, packed, 0, MPI_COMM_WORLD);
    MPI_Bcast(&points[0].weight, 1, column, 0, MPI_COMM_WORLD);
    MPI_Type_free(&all);
    MPI_Type_free(&units);
    MPI_Type_free(&room);
    MPI_Type_free(&members);
    MPI_Type_free(&column);
    MPI_Type_free(&packed);
    MPI_Finalize();
}
