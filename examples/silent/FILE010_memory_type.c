// The rules on displacements apply to the etype and filetype of a view. The datatype of an
// access may have decreasing displacements in memory, and a write may take a value twice.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[8];
    int rank, lengths[3] = {2, 1, 2}, displacements[3] = {4, 0, -2}, twice[4] = {0, 0, 1, 1};
    MPI_Datatype back, copies;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_indexed(3, lengths, displacements, MPI_INT, &back);
    MPI_Type_commit(&back);
    MPI_Type_create_indexed_block(4, 1, twice, MPI_INT, &copies);
    MPI_Type_commit(&copies);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_memory_type.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 1024 * rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write(fh, &row[2], 1, back, MPI_STATUS_IGNORE);
    MPI_File_write(fh, row, 1, copies, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, 0, MPI_SEEK_SET);
    MPI_File_read(fh, &row[2], 1, back, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Type_free(&copies);
    MPI_Type_free(&back);
    MPI_Finalize();
    return 0;
}
