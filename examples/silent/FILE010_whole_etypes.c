// Each access transfers a whole number of etypes, whatever datatype describes the buffer.
#include <mpi.h>

int main(int argc, char **argv) {
    static double cells[6];
    int rank;
    MPI_Datatype three;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(3, MPI_INT, &three);
    MPI_Type_commit(&three);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_whole_etypes.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 1024 * rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write(fh, cells, 3 * sizeof(int), MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write(fh, cells, 4, MPI_UNSIGNED, MPI_STATUS_IGNORE);
    MPI_File_write(fh, cells, 2, three, MPI_STATUS_IGNORE);
    MPI_File_write(fh, cells, 0, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 4096 + 1024 * rank, three, three, "native", MPI_INFO_NULL);
    MPI_File_write(fh, cells, 6, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write(fh, cells, 6, MPI_INT32_T, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Type_free(&three);
    MPI_Finalize();
    return 0;
}
