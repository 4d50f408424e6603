// The filetype of rank 0 selects every integer of the file, the filetype of rank 1 every second
// integer. MPI_File_write_ordered uses the shared file pointer, which needs the same view on all ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Datatype spaced;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spaced);
    MPI_Type_commit(&spaced);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file009_ordered.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, rank == 0 ? MPI_INT : spaced, "native", MPI_INFO_NULL);
    MPI_File_write_ordered(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE009 "filetype"

    MPI_File_close(&fh);
    MPI_Type_free(&spaced);
    MPI_Finalize();
    return 0;
}
