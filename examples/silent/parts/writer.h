// A writer of rows that hides its file and its split collectives.
#include <mpi.h>

typedef struct Writer Writer;

Writer *writer_open(MPI_Comm comm, const char *name);
void writer_begin(Writer *w, const double *row, int n);
void writer_end(Writer *w);
void writer_close(Writer *w);
