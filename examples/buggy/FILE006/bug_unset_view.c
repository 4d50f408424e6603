// The filetype of the view is a variable that the program never sets.
#include <mpi.h>

static MPI_Datatype column;

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_unset_view.data", amode, MPI_INFO_NULL, &fh);
    int rc = MPI_File_set_view(fh, 0, MPI_INT, column, "native", MPI_INFO_NULL); // want FILE006 "the filetype of MPI_File_set_view is not the handle of a datatype: its value is 0"
    MPI_File_close(&fh);
    MPI_Finalize();
    return rc == MPI_SUCCESS;
}
