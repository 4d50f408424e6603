// A copy of a file handle is the same file handle: the
// two writers of this program share one file handle.
#include <mpi.h>

enum { N = 100 };

typedef struct {
    MPI_File fh;
    MPI_Offset at;
    int data[N];
} Writer;

static int begin(Writer *w) {
    return MPI_File_write_at_all_begin(w->fh, w->at, w->data, N, MPI_INT); // want SPLIT001 "write_at_all_begin"
}

static void end(Writer *w) {
    MPI_File_write_at_all_end(w->fh, w->data, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    static Writer fields, particles;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split001_copy.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fields.fh);
    particles.fh = fields.fh;
    fields.at = 2 * rank * (MPI_Offset)sizeof fields.data;
    particles.at = fields.at + (MPI_Offset)sizeof fields.data;

    begin(&fields);
    int err = begin(&particles);
    if (err == MPI_SUCCESS)
        end(&particles);
    end(&fields);

    MPI_File_close(&fields.fh);
    MPI_Finalize();
    return 0;
}
