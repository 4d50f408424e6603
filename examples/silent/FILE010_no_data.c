// All ranks take part in a collective write. Some blocks in
// the filetype of rank 0 are empty. The other rank has no part
// of the file: its filetype is the etype, and its count is 0.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static int row[4];
    int rank, lengths[4] = {0, 2, 0, 2}, displacements[4] = {7, 0, 1, 4};
    MPI_Datatype blocks;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_indexed(4, lengths, displacements, MPI_INT, &blocks);
    MPI_Type_commit(&blocks);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_no_data.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, rank == 0 ? blocks : MPI_INT, "native", MPI_INFO_NULL);
    if (rank == 0)
        MPI_File_write_all(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    else
        MPI_File_write_all(fh, NULL, 0, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Type_free(&blocks);
    MPI_Finalize();
    return 0;
}
