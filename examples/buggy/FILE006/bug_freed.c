// A datatype may be freed once another datatype has been built from it, and
// the other datatype stays valid. But no copy of the freed handle may be used.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[8];
    int rank;
    MPI_Datatype type, copy, pair;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_contiguous(2, type, &pair);
    MPI_Type_commit(&pair);
    copy = type;
    MPI_Type_free(&type);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_freed.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * (MPI_Offset)sizeof row, row, 2, copy, MPI_STATUS_IGNORE); // want FILE006 "freed"

    MPI_File_close(&fh);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
