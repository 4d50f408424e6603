// The filetype lists the cells in the order of the file. The datatype of the write
// lists the cells in memory in the same order: its displacements may decrease.
#include <mpi.h>

int main(int argc, char **argv) {
    static double cells[4];
    int rank, file[4] = {0, 2, 4, 6}, memory[4] = {2, 1, 3, 0};
    MPI_Datatype filetype, type;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_indexed_block(4, 1, file, MPI_DOUBLE, &filetype);
    MPI_Type_commit(&filetype);
    MPI_Type_create_indexed_block(4, 1, memory, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_decreasing.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank * (MPI_Offset)sizeof *cells, MPI_DOUBLE, filetype, "native", MPI_INFO_NULL);
    MPI_File_write_all(fh, cells, 1, type, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Type_free(&filetype);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
