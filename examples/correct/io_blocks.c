// gomarmot: ranks=2
// A matrix in a file, read through views of every kind of block: a subarray per
// rank, a subarray with a rim that overlaps the neighbors' (the file is open for
// reading only), a block and a cyclic distributed array. The datatypes of view
// and memory are freed as early as MPI allows: after MPI_File_set_view, and
// between the begin and the end of a split collective.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 24, COLS = 20, RIM = 1 };

static const char *const path = "matrix.dat";

typedef struct {
    int rank, size;
    int dims[2], at[2]; // process grid and this rank's place in it
} Grid;

// Block is a part of the matrix: where it starts and how large it is.
typedef struct {
    int start[2], size[2];
} Block;

static int element(int row, int col) { return row * 1000 + col; }

static void grid_create(Grid *g) {
    MPI_Comm_rank(MPI_COMM_WORLD, &g->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g->size);
    g->dims[0] = g->dims[1] = 0;
    MPI_Dims_create(g->size, 2, g->dims);
    g->at[0] = g->rank / g->dims[1];
    g->at[1] = g->rank % g->dims[1];
}

// own_block is this rank's block of the matrix, as even as it goes.
static Block own_block(const Grid *g) {
    static const int all[2] = {ROWS, COLS};
    Block b;
    for (int d = 0; d < 2; d++) {
        int end = all[d] * (g->at[d] + 1) / g->dims[d];
        b.start[d] = all[d] * g->at[d] / g->dims[d];
        b.size[d] = end - b.start[d];
    }
    return b;
}

static Block with_rim(Block b) {
    static const int all[2] = {ROWS, COLS};
    for (int d = 0; d < 2; d++) {
        int first = b.start[d] >= RIM ? b.start[d] - RIM : 0, end = b.start[d] + b.size[d] + RIM;
        b.start[d] = first;
        b.size[d] = (end < all[d] ? end : all[d]) - first;
    }
    return b;
}

static void view_block(MPI_File file, const Block *b) {
    static const int all[2] = {ROWS, COLS};
    MPI_Datatype type;
    MPI_Type_create_subarray(2, all, b->size, b->start, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
}

// inside is the type of a block in memory that has a rim of unused cells.
static MPI_Datatype inside(const Block *b) {
    int whole[2] = {b->size[0] + 2 * RIM, b->size[1] + 2 * RIM}, start[2] = {RIM, RIM};
    MPI_Datatype type;
    MPI_Type_create_subarray(2, whole, b->size, start, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

static int *rimmed(const Block *b) {
    size_t cells = (size_t)(b->size[0] + 2 * RIM) * (b->size[1] + 2 * RIM);
    int *m = malloc(cells * sizeof *m);
    for (size_t i = 0; i < cells; i++)
        m[i] = -1;
    return m;
}

static int *cell(int *m, const Block *b, int row, int col) {
    return &m[(size_t)(row + RIM) * (b->size[1] + 2 * RIM) + col + RIM];
}

// write_matrix: all ranks write their blocks; the type of the memory is freed
// while the split collective is active.
static void write_matrix(const Grid *g) {
    Block b = own_block(g);
    int *m = rimmed(&b);
    MPI_Datatype type = inside(&b);
    MPI_File file;
    for (int i = 0; i < b.size[0]; i++)
        for (int j = 0; j < b.size[1]; j++)
            *cell(m, &b, i, j) = element(b.start[0] + i, b.start[1] + j);
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    view_block(file, &b);
    MPI_File_write_all_begin(file, m, 1, type);
    MPI_Type_free(&type);
    MPI_File_write_all_end(file, m, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    free(m);
}

// read_block reads a block into memory with a rim, which must stay as it was.
static int read_block(MPI_File file, const Block *b, int split) {
    int *m = rimmed(b), wrong = 0;
    MPI_Datatype type = inside(b);
    if (split) {
        MPI_File_read_all_begin(file, m, 1, type);
        MPI_Type_free(&type);
        MPI_File_read_all_end(file, m, MPI_STATUS_IGNORE);
    } else {
        MPI_File_read_all(file, m, 1, type, MPI_STATUS_IGNORE);
        MPI_Type_free(&type);
    }
    for (int i = -RIM; i < b->size[0] + RIM; i++)
        for (int j = -RIM; j < b->size[1] + RIM; j++) {
            int in = i >= 0 && i < b->size[0] && j >= 0 && j < b->size[1];
            wrong += *cell(m, b, i, j) != (in ? element(b->start[0] + i, b->start[1] + j) : -1);
        }
    free(m);
    return wrong;
}

static int subarrays(const Grid *g, MPI_File file, int round) {
    Block own = own_block(g), rim = with_rim(own);
    int wrong;
    view_block(file, &own);
    wrong = read_block(file, &own, round % 2);
    view_block(file, &rim);
    return wrong + read_block(file, &rim, round % 3 == 0);
}

// owner is the process row or column that holds index i.
static int owner(int i, int all, int procs, int how, int chunk) {
    if (how == MPI_DISTRIBUTE_BLOCK)
        chunk = (all + procs - 1) / procs;
    return i / chunk % procs;
}

// distributed reads this rank's part of a distributed array, in pieces.
static int distributed(const Grid *g, MPI_File file, int round) {
    static const int all[2] = {ROWS, COLS};
    int how = round % 2 ? MPI_DISTRIBUTE_CYCLIC : MPI_DISTRIBUTE_BLOCK;
    int chunk = round % 2 ? 1 + round % 5 : MPI_DISTRIBUTE_DFLT_DARG;
    int kinds[2] = {how, how}, chunks[2] = {chunk, chunk}, size, wrong = 0, n, k = 0;
    int m[ROWS * COLS];
    MPI_Datatype type;
    MPI_Status status;
    MPI_Type_create_darray(g->size, g->rank, 2, all, kinds, chunks, g->dims, MPI_ORDER_C, MPI_INT,
                           &type);
    MPI_Type_commit(&type);
    MPI_Type_size(type, &size);
    MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
    n = size / (int)sizeof(int);
    MPI_File_read_at_all_begin(file, n / 2, m + n / 2, n - n / 2, MPI_INT);
    MPI_File_read_at(file, 0, m, n / 2, MPI_INT, MPI_STATUS_IGNORE); // independent: allowed here
    MPI_File_read_at_all_end(file, m + n / 2, &status);
    MPI_Get_count(&status, MPI_INT, &size);
    wrong += size != n - n / 2;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            if (owner(i, ROWS, g->dims[0], how, chunk) == g->at[0] &&
                owner(j, COLS, g->dims[1], how, chunk) == g->at[1])
                wrong += m[k++] != element(i, j);
    return wrong + (k != n);
}

// columns: every rank reads whole columns on its own; setting the view is
// collective, so a rank without a column left joins in that.
static int columns(const Grid *g, MPI_File file) {
    MPI_Datatype column;
    int m[ROWS], wrong = 0;
    MPI_Type_vector(ROWS, 1, COLS, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int first = 0; first < COLS; first += g->size) {
        int j = first + g->rank < COLS ? first + g->rank : 0;
        MPI_File_set_view(file, j * (MPI_Offset)sizeof(int), MPI_INT, column, "native",
                          MPI_INFO_NULL);
        if (first + g->rank >= COLS)
            continue;
        MPI_File_read(file, m, ROWS, MPI_INT, MPI_STATUS_IGNORE);
        for (int i = 0; i < ROWS; i++)
            wrong += m[i] != element(i, j);
    }
    MPI_Type_free(&column);
    return wrong;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200, wrong = 0, all;
    Grid g;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    grid_create(&g);
    write_matrix(&g);
    MPI_Barrier(MPI_COMM_WORLD); // all have closed the file
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    for (int round = 0; round < rounds; round++)
        wrong += subarrays(&g, file, round) + distributed(&g, file, round);
    wrong += columns(&g, file);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (g.rank == 0)
        MPI_File_delete(path, MPI_INFO_NULL);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && g.rank == 0)
        fprintf(stderr, "io_blocks: %d elements are wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
