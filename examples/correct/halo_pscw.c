// gomarmot: ranks=4
// A square plate, cut into one tile per rank on a two-dimensional grid. In each
// step every rank posts its tile to its neighbors, starts an epoch on theirs and
// puts its border rows and columns into their ghost cells: only neighbors
// synchronize, and all ranks post before starting.
// At the end every rank computes the whole plate alone and compares.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 12, W = N + 2 }; // cells of a tile's side, without and with ghost cells

typedef struct {
    int rank, row, column, rows, columns;
    int up, down, left, right; // neighbors or MPI_PROC_NULL
    double *u;
    MPI_Comm grid;
    MPI_Win win;
    MPI_Group neighbours;
    MPI_Datatype border; // one column of a tile
} Tile;

static double initial(int row, int column) { return (row * 31 + column * 17) % 97 / 97.0; }

static void make_grid(Tile *t) {
    int size, dims[2] = {0, 0}, periods[2] = {0, 0}, coords[2];
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &t->grid);
    MPI_Comm_rank(t->grid, &t->rank);
    MPI_Cart_coords(t->grid, t->rank, 2, coords);
    MPI_Cart_shift(t->grid, 0, 1, &t->up, &t->down);
    MPI_Cart_shift(t->grid, 1, 1, &t->left, &t->right);
    t->rows = dims[0], t->columns = dims[1];
    t->row = coords[0], t->column = coords[1];
}

static void make_neighbours(Tile *t) {
    int candidates[4] = {t->up, t->down, t->left, t->right}, ranks[4], n = 0;
    MPI_Group all;
    for (int i = 0; i < 4; i++)
        if (candidates[i] != MPI_PROC_NULL)
            ranks[n++] = candidates[i];
    MPI_Comm_group(t->grid, &all);
    MPI_Group_incl(all, n, ranks, &t->neighbours);
    MPI_Group_free(&all);
}

static void tile_create(Tile *t) {
    make_grid(t);
    make_neighbours(t);
    MPI_Type_vector(N, 1, W, MPI_DOUBLE, &t->border);
    MPI_Type_commit(&t->border);
    MPI_Win_allocate(W * W * sizeof(double), sizeof(double), MPI_INFO_NULL, t->grid, &t->u,
                     &t->win);
    for (int i = 0; i < W * W; i++)
        t->u[i] = 0;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            t->u[(r + 1) * W + c + 1] = initial(t->row * N + r, t->column * N + c);
}

static void tile_free(Tile *t) {
    MPI_Win_free(&t->win);
    MPI_Type_free(&t->border);
    MPI_Group_free(&t->neighbours);
    MPI_Comm_free(&t->grid);
}

static int at(int row, int column) { return row * W + column; }

static void exchange(Tile *t) {
    double *u = t->u;
    MPI_Win_post(t->neighbours, 0, t->win);
    MPI_Win_start(t->neighbours, 0, t->win);
    MPI_Put(&u[at(1, 1)], N, MPI_DOUBLE, t->up, at(N + 1, 1), N, MPI_DOUBLE, t->win);
    MPI_Put(&u[at(N, 1)], N, MPI_DOUBLE, t->down, at(0, 1), N, MPI_DOUBLE, t->win);
    MPI_Put(&u[at(1, 1)], 1, t->border, t->left, at(1, N + 1), 1, t->border, t->win);
    MPI_Put(&u[at(1, N)], 1, t->border, t->right, at(1, 0), 1, t->border, t->win);
    MPI_Win_complete(t->win);
    MPI_Win_wait(t->win);
}

// step relaxes rows x columns cells inside a frame of ghost cells.
static void step(double *u, int rows, int columns) {
    int w = columns + 2;
    double *old = malloc((rows + 2) * w * sizeof *old);
    for (int i = 0; i < (rows + 2) * w; i++)
        old[i] = u[i];
    for (int r = 1; r <= rows; r++)
        for (int c = 1; c <= columns; c++) {
            double *o = &old[r * w + c];
            u[r * w + c] = 0.2 * (o[0] + o[-1] + o[1] + o[-w] + o[w]);
        }
    free(old);
}

static int wrong(const Tile *t, int steps) {
    int rows = t->rows * N, columns = t->columns * N, w = columns + 2, count = 0;
    double *whole = calloc((rows + 2) * w, sizeof *whole);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            whole[(r + 1) * w + c + 1] = initial(r, c);
    for (int s = 0; s < steps; s++)
        step(whole, rows, columns);
    for (int r = 1; r <= N; r++)
        for (int c = 1; c <= N; c++) {
            double want = whole[(t->row * N + r) * w + t->column * N + c];
            count += fabs(t->u[at(r, c)] - want) > 1e-12;
        }
    free(whole);
    return count;
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 200;
    int errors, all;
    Tile tile;

    MPI_Init(&argc, &argv);
    tile_create(&tile);
    for (int s = 0; s < steps; s++) {
        exchange(&tile);
        step(tile.u, N, N);
    }
    errors = wrong(&tile, steps);
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, tile.grid);
    if (all > 0 && tile.rank == 0)
        fprintf(stderr, "halo_pscw: %d cells are wrong\n", all);
    tile_free(&tile);
    MPI_Finalize();
    return all > 0;
}
