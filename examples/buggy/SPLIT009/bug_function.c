// gomarmot: ranks=3
// A function that clears the log's buffer for the next message does not know that the last
// message is still being written.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static struct {
    MPI_File fh;
    char text[256];
    size_t used;
} log_;

static void log_add(const char *text) {
    int n = snprintf(log_.text + log_.used, sizeof log_.text - log_.used, "%s\n", text);
    log_.used += (size_t)n;
}

static void log_clear(void) {
    memset(log_.text, 0, sizeof log_.text);
    log_.used = 0;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "split009_function.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &log_.fh);

    log_add("first message");
    MPI_File_write_ordered_begin(log_.fh, log_.text, (int)log_.used, MPI_CHAR);
    log_clear();
    MPI_File_write_ordered_end(log_.fh, log_.text, MPI_STATUS_IGNORE); // want SPLIT009 "changed"

    MPI_File_close(&log_.fh);
    MPI_Finalize();
    return 0;
}
