// gomarmot: env=OMPI_MCA_io=^ompio
// The program's error handler is called on errors, so the program may ignore error codes.
#include <mpi.h>

static int failed;

static void note(MPI_File *fh, int *code, ...) {
    (void)fh;
    (void)code;
    failed++;
}

int main(int argc, char **argv) {
    int header = 0;
    MPI_File fh;
    MPI_Errhandler handler;

    MPI_Init(&argc, &argv);

    MPI_File_create_errhandler(note, &handler);
    MPI_File_open(MPI_COMM_SELF, "/proc/self/mem", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_set_errhandler(fh, handler);
    MPI_File_read_at(fh, 0, &header, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&fh);
    MPI_Errhandler_free(&handler);

    MPI_Finalize();
    return failed > 1;
}
