// A filetype that is only read may contain a byte twice: this filetype has five
// blocks of one integer, and two integers occur twice. Open MPI refuses such a view.
#include <mpi.h>

int main(int argc, char **argv) {
    const char *name = "file010_read_overlap.data";
    static int series[8], windows[9];
    int rank;
    MPI_Datatype sliding;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * (MPI_Offset)sizeof series, series, 8, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    int displacements[] = {0, 0, 1, 1, 2};
    MPI_Type_create_indexed_block(5, 1, displacements, MPI_INT, &sliding);
    MPI_Type_commit(&sliding);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    if (MPI_File_set_view(fh, 0, MPI_INT, sliding, "native", MPI_INFO_NULL) == MPI_SUCCESS)
        MPI_File_read(fh, windows, 5, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Type_free(&sliding);
    MPI_Finalize();
    return 0;
}
