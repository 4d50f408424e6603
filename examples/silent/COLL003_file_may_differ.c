// The ranks pass different offsets, counts, datatypes
// and buffers to the same collective access.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank;
    MPI_Datatype every_second;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(8, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll003_file_may_differ.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0) {
        MPI_File_write_at_all(fh, 1024, row, 16, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_write_all(fh, row, 3, MPI_CHAR, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_at_all(fh, 64, row, 1, every_second, MPI_STATUS_IGNORE);
        MPI_File_seek(fh, 2048, MPI_SEEK_SET);
        MPI_File_write_all(fh, &row[3], 5, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&fh);

    MPI_Type_free(&every_second);
    MPI_Finalize();
    return 0;
}
