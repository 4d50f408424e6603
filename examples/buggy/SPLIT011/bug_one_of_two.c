// Two files are written. The program ends the first write and closes the first file, but
// forgets the second write and its file.
#include <mpi.h>
#include <stdio.h>

enum { N = 300 };

typedef struct {
    MPI_File fh;
    int data[N];
} Output;

static void begin(Output *o, const char *name, int rank) {
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &o->fh);
    MPI_File_seek(o->fh, rank * (MPI_Offset)sizeof o->data, MPI_SEEK_SET);
    MPI_File_write_all_begin(o->fh, o->data, N, MPI_INT); // want SPLIT011 "write_all_end"
}

static void end(Output *o) {
    MPI_File_write_all_end(o->fh, o->data, MPI_STATUS_IGNORE);
    MPI_File_close(&o->fh);
}

int main(int argc, char **argv) {
    static Output first, second;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    begin(&first, "split011_first.dat", rank);
    begin(&second, "split011_second.dat", rank);
    end(&first);

    MPI_Finalize();
    if (rank == 0) {
        remove("split011_first.dat");
        remove("split011_second.dat");
    }
    return 0;
}
