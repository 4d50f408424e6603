// gomarmot: ranks=2
// Checkpoints of three fields of a running model, each in a file of its own. The
// split collectives that write one checkpoint are begun after a time step and
// ended, in another order and another function, after the next step: the model
// computes and communicates while three of them are active. What they write was
// copied aside, so the model is free to go on. One file is written with explicit
// offsets, one through a view of this rank's blocks, one in rank order through
// the shared file pointer; in the end all three must have the same layout.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 16, STEPS = 3 };
enum { BY_OFFSET, BY_VIEW, IN_ORDER, FIELDS };

static const char *const name[FIELDS] = {"pressure.ckpt", "density.ckpt", "energy.ckpt"};

typedef struct {
    int rank, size, left, right;
    double field[FIELDS][CELLS + 2]; // with a halo cell at each end
    double staged[FIELDS][CELLS];    // buffers of the split collectives
    double *history;                 // all that was staged
    MPI_File file[FIELDS];
} Model;

static void open_files(Model *m) {
    MPI_Datatype block, slots;
    for (int f = 0; f < FIELDS; f++) {
        MPI_File_open(MPI_COMM_WORLD, name[f],
                      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &m->file[f]);
        MPI_File_set_view(m->file[f], 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    }
    MPI_Type_contiguous(CELLS, MPI_DOUBLE, &block);
    MPI_Type_create_resized(block, 0, (MPI_Aint)sizeof(double) * CELLS * m->size, &slots);
    MPI_Type_commit(&slots);
    MPI_File_set_view(m->file[BY_VIEW], (MPI_Offset)sizeof(double) * CELLS * m->rank, MPI_DOUBLE,
                      slots, "native", MPI_INFO_NULL);
    MPI_Type_free(&slots); // the view keeps it
    MPI_Type_free(&block);
}

static void model_create(Model *m, int checkpoints) {
    MPI_Comm_rank(MPI_COMM_WORLD, &m->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m->size);
    m->left = m->rank > 0 ? m->rank - 1 : MPI_PROC_NULL;
    m->right = m->rank < m->size - 1 ? m->rank + 1 : MPI_PROC_NULL;
    for (int f = 0; f < FIELDS; f++)
        for (int i = 0; i < CELLS + 2; i++)
            m->field[f][i] = f + m->rank + 0.25 * i;
    m->history = malloc(sizeof *m->history * FIELDS * CELLS * checkpoints);
    open_files(m);
}

static void model_free(Model *m) {
    for (int f = 0; f < FIELDS; f++)
        MPI_File_close(&m->file[f]);
    free(m->history);
}

// step exchanges halo cells and smooths all fields.
static void step(Model *m) {
    for (int f = 0; f < FIELDS; f++) {
        double *x = m->field[f], last = x[0];
        MPI_Sendrecv(&x[1], 1, MPI_DOUBLE, m->left, f, &x[CELLS + 1], 1, MPI_DOUBLE, m->right, f,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&x[CELLS], 1, MPI_DOUBLE, m->right, f, &x[0], 1, MPI_DOUBLE, m->left, f,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 1; i <= CELLS; i++) {
            double old = x[i];
            x[i] = 0.25 * last + 0.5 * old + 0.25 * x[i + 1] + 0.125 * f;
            last = old;
        }
    }
}

static double *record(const Model *m, int number, int f) {
    return m->history + ((size_t)number * FIELDS + f) * CELLS;
}

// checkpoint_begin copies the fields aside and starts writing them.
static void checkpoint_begin(Model *m, int number) {
    MPI_Offset at = ((MPI_Offset)number * m->size + m->rank) * CELLS;
    for (int f = 0; f < FIELDS; f++) {
        memcpy(m->staged[f], &m->field[f][1], sizeof m->staged[f]);
        memcpy(record(m, number, f), m->staged[f], sizeof m->staged[f]);
    }
    MPI_File_write_at_all_begin(m->file[BY_OFFSET], at, m->staged[BY_OFFSET], CELLS, MPI_DOUBLE);
    MPI_File_write_all_begin(m->file[BY_VIEW], m->staged[BY_VIEW], CELLS, MPI_DOUBLE);
    MPI_File_write_ordered_begin(m->file[IN_ORDER], m->staged[IN_ORDER], CELLS, MPI_DOUBLE);
}

// checkpoint_end returns how many of the writes came out short.
static int checkpoint_end(Model *m) {
    MPI_Status status[FIELDS];
    int wrong = 0;
    MPI_File_write_ordered_end(m->file[IN_ORDER], m->staged[IN_ORDER], &status[IN_ORDER]);
    MPI_File_write_at_all_end(m->file[BY_OFFSET], m->staged[BY_OFFSET], &status[BY_OFFSET]);
    MPI_File_write_all_end(m->file[BY_VIEW], m->staged[BY_VIEW], &status[BY_VIEW]);
    for (int f = 0; f < FIELDS; f++) {
        int count;
        MPI_Get_count(&status[f], MPI_DOUBLE, &count);
        wrong += count != CELLS;
    }
    return wrong;
}

static int run(Model *m, int checkpoints) {
    int wrong = 0;
    for (int number = 0; number < checkpoints; number++) {
        step(m);
        if (number > 0)
            wrong += checkpoint_end(m);
        checkpoint_begin(m, number);
        for (int i = 1; i < STEPS; i++)
            step(m);
    }
    return wrong + (checkpoints > 0 ? checkpoint_end(m) : 0);
}

// verify: each rank reads what the next one wrote and sends it there.
static int verify(Model *m, int checkpoints, int f) {
    int next = (m->rank + 1) % m->size, previous = (m->rank + m->size - 1) % m->size, wrong = 0;
    double read[CELLS], back[CELLS];
    MPI_File_sync(m->file[f]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(m->file[f]);
    MPI_File_set_view(m->file[f], 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    for (int number = 0; number < checkpoints; number++) {
        MPI_Offset at = ((MPI_Offset)number * m->size + next) * CELLS;
        MPI_File_read_at_all_begin(m->file[f], at, read, CELLS, MPI_DOUBLE);
        MPI_File_read_at_all_end(m->file[f], read, MPI_STATUS_IGNORE);
        MPI_Sendrecv(read, CELLS, MPI_DOUBLE, next, 0, back, CELLS, MPI_DOUBLE, previous, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong += memcmp(back, record(m, number, f), sizeof back) != 0;
    }
    return wrong;
}

int main(int argc, char **argv) {
    int checkpoints = argc > 1 ? atoi(argv[1]) : 200, wrong, all;
    Model m;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL); // of the files opened from here
    model_create(&m, checkpoints);
    wrong = run(&m, checkpoints);
    for (int f = 0; f < FIELDS; f++)
        wrong += verify(&m, checkpoints, f);
    model_free(&m);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && m.rank == 0)
        fprintf(stderr, "io_checkpoint: %d checkpoints are wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
