// All ranks write every second integer.
#include <mpi.h>

int main(int argc, char **argv) {
    int row[4] = {1, 2, 3, 4};
    MPI_Datatype spaced;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spaced);
    MPI_Type_commit(&spaced);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file009_ordered.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, spaced, "native", MPI_INFO_NULL);
    MPI_File_write_ordered(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Type_free(&spaced);
    MPI_Finalize();
    return 0;
}
