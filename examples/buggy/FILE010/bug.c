// A filetype is built from etypes. The etype of this view is MPI_DOUBLE, but the
// filetype has pairs of integers.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Datatype filetype;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Type_vector(4, 2, 4, MPI_INT, &filetype);
    MPI_Type_commit(&filetype);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_DOUBLE, filetype, "native", MPI_INFO_NULL); // want FILE010 "etype"

    MPI_File_close(&fh);
    MPI_Type_free(&filetype);
    MPI_Finalize();
    return 0;
}
