// The error handler was created for windows: called
// for a file, it would take the file for a window.
#include <mpi.h>
#include <stdio.h>

static void complain(MPI_Win *win, int *error, ...) {
    (void)win;
    fprintf(stderr, "error %d\n", *error);
}

int main(int argc, char **argv) {
    MPI_Errhandler handler;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); // some MPIs find the fault and would abort
    MPI_Win_create_errhandler(complain, &handler);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_errhandler.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_errhandler(fh, handler); // want FILE006 "an error handler created for windows"

    MPI_File_close(&fh);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return 0;
}
