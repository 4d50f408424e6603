// Begin and end calls are in different functions, which the program finds
// through a table. Each end call is of the kind of its begin call.
#include <mpi.h>

enum { N = 200 };

typedef struct {
    MPI_File fh;
    MPI_Offset at;
    int data[N];
} Block;

static void begin_write(Block *b) {
    MPI_File_write_at_all_begin(b->fh, b->at, b->data, N, MPI_INT);
}

static void end_write(Block *b) {
    MPI_File_write_at_all_end(b->fh, b->data, MPI_STATUS_IGNORE);
}

static void begin_read(Block *b) {
    MPI_File_read_at_all_begin(b->fh, b->at, b->data, N, MPI_INT);
}

static void end_read(Block *b) {
    MPI_File_read_at_all_end(b->fh, b->data, MPI_STATUS_IGNORE);
}

static const struct {
    void (*begin)(Block *), (*end)(Block *);
} operations[2] = {{begin_write, end_write}, {begin_read, end_read}};

int main(int argc, char **argv) {
    static Block block;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split003_functions.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &block.fh);
    block.at = rank * (MPI_Offset)sizeof block.data;

    for (int i = 0; i < 6; i++) {
        operations[i % 2].begin(&block);
        operations[i % 2].end(&block);
    }

    MPI_File_close(&block.fh);
    MPI_Finalize();
    return 0;
}
