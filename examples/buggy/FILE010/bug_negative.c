// The displacements of a filetype count from the displacement of the
// view, and must not be negative. The first displacement here is -2.
#include <mpi.h>

int main(int argc, char **argv) {
    int lengths[2] = {1, 4}, displacements[2] = {-2, 0};
    MPI_Datatype filetype;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Type_indexed(2, lengths, displacements, MPI_INT, &filetype);
    MPI_Type_commit(&filetype);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_negative.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 1024, MPI_INT, filetype, "native", MPI_INFO_NULL); // want FILE010 "negative"

    MPI_File_close(&fh);
    MPI_Type_free(&filetype);
    MPI_Finalize();
    return 0;
}
