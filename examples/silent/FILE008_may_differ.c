// Displacement and filetype of a view may differ between the ranks, and so may
// the etypes as long as their extents are equal.
#include <mpi.h>

int main(int argc, char **argv) {
    static double row[4];
    int rank;
    MPI_Datatype pair, rows, columns;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &columns);
    MPI_Type_commit(&columns);
    MPI_Type_contiguous(4, pair, &rows);
    MPI_Type_commit(&rows);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_may_differ.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0) {
        MPI_File_set_view(fh, 1024, pair, rows, "native", MPI_INFO_NULL);
        MPI_File_write_at_all(fh, 0, row, 1, rows, MPI_STATUS_IGNORE);
    } else {
        MPI_File_set_view(fh, 8, MPI_DOUBLE, columns, "native", MPI_INFO_NULL);
        MPI_File_write_at_all(fh, 0, row, 4, MPI_DOUBLE, MPI_STATUS_IGNORE);
    }
    MPI_File_seek(fh, rank, rank == 0 ? MPI_SEEK_SET : MPI_SEEK_CUR);
    MPI_File_close(&fh);

    MPI_Type_free(&rows);
    MPI_Type_free(&columns);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
