// The error handler was created for files. Its handle is freed
// while the file still uses the error handler, which is allowed.
#include <mpi.h>
#include <stdio.h>

static void complain(MPI_File *file, int *error, ...) {
    (void)file;
    fprintf(stderr, "error %d\n", *error);
}

int main(int argc, char **argv) {
    MPI_Errhandler handler;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); // errors return instead of aborting
    MPI_File_create_errhandler(complain, &handler);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_own_errhandler.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_errhandler(fh, handler);
    MPI_Errhandler_free(&handler);
    MPI_File_set_errhandler(fh, MPI_ERRORS_RETURN);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
