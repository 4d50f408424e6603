// Rank 0 and the other ranks build the same filetype with different constructors: the datatypes differ, the view
// does not.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[4];
    int rank, lengths[2] = {2, 2}, displacements[2] = {0, 4};
    MPI_Datatype filetype;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Type_vector(2, 2, 4, MPI_INT, &filetype);
    else
        MPI_Type_indexed(2, lengths, displacements, MPI_INT, &filetype);
    MPI_Type_commit(&filetype);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file009_same_view.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_shared(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 64, MPI_INT, filetype, "native", MPI_INFO_NULL);
    MPI_File_write_ordered(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Type_free(&filetype);
    MPI_Finalize();
    return 0;
}
