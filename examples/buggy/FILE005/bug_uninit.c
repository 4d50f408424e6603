// The handle was never set: the call that should have opened the file is
// skipped.
#include <mpi.h>

static int use_file;
static MPI_File fh;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    if (use_file)
        MPI_File_open(MPI_COMM_WORLD, "file005_uninit.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_size(fh, 0); // want FILE005 "invalid file handle: its value is 0, as if the variable was never set|MPI_FILE_NULL"

    MPI_Finalize();
    return 0;
}
