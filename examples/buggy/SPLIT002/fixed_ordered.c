// gomarmot: ranks=3
// The tidying function knows whether a read is still to be ended.
#include <mpi.h>

enum { N = 200, ROUNDS = 3 };

static char text[N];
static int active;

static void tidy(MPI_File *fh) {
    if (active)
        MPI_File_read_ordered_end(*fh, text, MPI_STATUS_IGNORE);
    MPI_File_close(fh);
}

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "split002_ordered.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_write_ordered(fh, text, N, MPI_CHAR, MPI_STATUS_IGNORE);

    for (int round = 0; round < ROUNDS; round++) {
        MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
        MPI_File_read_ordered_begin(fh, text, N, MPI_CHAR);
        active = 1;
        MPI_File_read_ordered_end(fh, text, MPI_STATUS_IGNORE);
        active = 0;
    }
    tidy(&fh);

    MPI_Finalize();
    return 0;
}
