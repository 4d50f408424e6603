// The displacements of a filetype must not decrease. This filetype
// lists the cells in the order of memory, not in the order of the file.
#include <mpi.h>

int main(int argc, char **argv) {
    int displacements[4] = {6, 2, 0, 4};
    MPI_Datatype filetype;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Type_create_indexed_block(4, 1, displacements, MPI_DOUBLE, &filetype);
    MPI_Type_commit(&filetype);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_decreasing.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_DOUBLE, filetype, "native", MPI_INFO_NULL); // want FILE010 "decreas"

    MPI_File_close(&fh);
    MPI_Type_free(&filetype);
    MPI_Finalize();
    return 0;
}
