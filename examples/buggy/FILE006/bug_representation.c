// The data representation is misspelled. Errors of files return by default, so the program goes on with the old view.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_representation.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank * (MPI_Offset)sizeof(int), MPI_INT, MPI_INT, "external", MPI_INFO_NULL); // want FILE006 "the data representation .external., which is not native, internal or external32: the call failed"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
