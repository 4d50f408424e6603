// The variable with the hints of the file is static and never set, so its value is 0,
// which is not MPI_INFO_NULL. The open fails, and the program goes on without a file.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    static MPI_Info hints;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_File_open(MPI_COMM_WORLD, "obj001_unset_info.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, hints, &file) == MPI_SUCCESS) // want OBJ001 "info of MPI_File_open is not the handle of an info object: its value is 0"
        MPI_File_close(&file);
    else
        printf("no file\n");

    MPI_Finalize();
    return 0;
}
