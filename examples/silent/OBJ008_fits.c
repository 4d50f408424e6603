// The declared type of each buffer fits the datatype of the call: bytes, unions, types of the same size, complex
// numbers, derived datatypes, and a datatype that covers several variables.
// gomarmot: access=plugin
#include <complex.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4 };
enum color { RED, GREEN };

struct cell {
    int kind;
    double place[3];
    float charge;
};

struct header {
    int length;
    int unused;
};

union number {
    double real;
    long whole;
};

static MPI_Datatype of_cell(void) {
    int lengths[] = {1, 3, 1};
    MPI_Aint at[] = {offsetof(struct cell, kind), offsetof(struct cell, place), offsetof(struct cell, charge)};
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_FLOAT}, packed, type;
    MPI_Type_create_struct(3, lengths, at, types, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct cell), &type);
    MPI_Type_free(&packed);
    MPI_Type_commit(&type);
    return type;
}

// The datatype covers both variables, relative to the address of the first variable.
static MPI_Datatype of_all(const int *first, const double *second) {
    int lengths[] = {1, N};
    MPI_Aint at[2], types_at;
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE}, type;
    MPI_Get_address(first, &types_at);
    MPI_Get_address(second, &at[1]);
    at[0] = 0;
    at[1] -= types_at;
    MPI_Type_create_struct(2, lengths, at, types, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv) {
    int numbers[N] = {0}, steps = 3;
    double heat[N] = {0}, pairs[2 * N] = {0};
    char bytes[N * sizeof(double)] = {0};
    bool flags[N] = {false};
    long long large[N] = {0};
    long plain[N] = {0};
    int64_t fixed[N] = {0};
    MPI_Aint place = 0;
    MPI_Offset offset = 0;
    MPI_Count count = 0;
    wchar_t text[N] = L"abc";
    enum color colors[N] = {RED};
    double complex waves[N];
    union number number = {.real = 1};
    struct cell cells[N], *some = cells;
    struct {
        double value;
        int rank;
    } best = {1, 0}, top;
    struct header *message = calloc(1, sizeof *message + N * sizeof(double));
    void *anything = heat;
    MPI_Datatype cell, all;

    memset(cells, 0, sizeof cells);
    memset(waves, 0, sizeof waves);
    MPI_Init(&argc, &argv);
    cell = of_cell();
    all = of_all(&steps, heat);
    MPI_Bcast(bytes, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(heat, sizeof heat, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast((char *)numbers, sizeof numbers, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast((double *)(bytes + sizeof(double)), 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(anything, N, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(flags, N, MPI_C_BOOL, 0, MPI_COMM_WORLD);
    MPI_Bcast(large, N, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(plain, N, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(fixed, N, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(&place, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&place, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(&offset, 1, MPI_OFFSET, 0, MPI_COMM_WORLD);
    MPI_Bcast(&count, 1, MPI_COUNT, 0, MPI_COMM_WORLD);
    MPI_Bcast(text, N, MPI_WCHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(colors, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(waves, 2 * N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(pairs, N, MPI_C_DOUBLE_COMPLEX, 0, MPI_COMM_WORLD);
    MPI_Bcast(&number, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&number.real, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(cells, N, cell, 0, MPI_COMM_WORLD);
    MPI_Bcast(some + 1, 2, cell, 0, MPI_COMM_WORLD);
    MPI_Bcast(&cells[0].kind, 1, cell, 0, MPI_COMM_WORLD);
    MPI_Bcast(cells[2].place, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&cells[1], 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&steps, 1, all, 0, MPI_COMM_WORLD);
    MPI_Bcast(message, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(message + 1, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&best, &top, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, heat, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(heat, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&cell);
    MPI_Type_free(&all);
    free(message);
    MPI_Finalize();
}
