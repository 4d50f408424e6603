// The program sets the default error handler of files to a copy of a handle that it has freed.
#include <mpi.h>
#include <stdio.h>

static void complain(MPI_File *file, int *error, ...) {
    (void)file;
    fprintf(stderr, "error %d\n", *error);
}

int main(int argc, char **argv) {
    MPI_Errhandler handler, copy;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_File_create_errhandler(complain, &handler);
    copy = handler;

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_errhandler_freed.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_errhandler(fh, handler);
    MPI_Errhandler_free(&handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, copy); // want FILE006 "an error handler that is already freed"
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
