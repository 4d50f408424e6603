// The filetype is committed before the view is set.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Datatype column;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_view.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank * (MPI_Offset)sizeof(int), MPI_INT, column, "native", MPI_INFO_NULL);

    MPI_File_close(&fh);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
