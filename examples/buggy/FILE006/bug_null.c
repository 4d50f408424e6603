// MPI_Type_free sets the handle to MPI_DATATYPE_NULL. The write after it has no
// datatype.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[4];
    int rank;
    MPI_Datatype type;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&type);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_null.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * (MPI_Offset)sizeof row, row, 1, type, MPI_STATUS_IGNORE); // want FILE006 "MPI_DATATYPE_NULL"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
