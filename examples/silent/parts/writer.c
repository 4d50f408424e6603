#include "writer.h"

#include <stdlib.h>

struct Writer {
    MPI_File fh;
    const double *active;
    MPI_Offset at;
    int rank, ranks;
};

Writer *writer_open(MPI_Comm comm, const char *name) {
    Writer *w = calloc(1, sizeof *w);

    MPI_Comm_rank(comm, &w->rank);
    MPI_Comm_size(comm, &w->ranks);
    MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &w->fh);
    return w;
}

void writer_begin(Writer *w, const double *row, int n) {
    MPI_Offset bytes = n * (MPI_Offset)sizeof *row;

    w->active = row;
    MPI_File_write_at_all_begin(w->fh, w->at + w->rank * bytes, row, n, MPI_DOUBLE);
    w->at += w->ranks * bytes;
}

void writer_end(Writer *w) {
    MPI_File_write_at_all_end(w->fh, w->active, MPI_STATUS_IGNORE);
    w->active = NULL;
}

void writer_close(Writer *w) {
    MPI_File_close(&w->fh);
    free(w);
}
