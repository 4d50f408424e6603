// The integers of the filetype are 6 bytes apart: the hole of 2 bytes between
// them is not a whole number of etypes.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Datatype filetype;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Type_create_hvector(4, 1, 6, MPI_INT, &filetype);
    MPI_Type_commit(&filetype);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_hole.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, filetype, "native", MPI_INFO_NULL); // want FILE010 "hole|multiple"

    MPI_File_close(&fh);
    MPI_Type_free(&filetype);
    MPI_Finalize();
    return 0;
}
