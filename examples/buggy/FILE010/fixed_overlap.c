// The blocks of two integers begin three integers apart.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Datatype filetype;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Type_vector(3, 2, 3, MPI_INT, &filetype);
    MPI_Type_commit(&filetype);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_overlap.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, filetype, "native", MPI_INFO_NULL);

    MPI_File_close(&fh);
    MPI_Type_free(&filetype);
    MPI_Finalize();
    return 0;
}
