// Rank 0 reads the header, and then all ranks read cells.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "file004_seek.data", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * (MPI_Offset)sizeof row, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    int amode = MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file004_seek.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_read_ordered(fh, row, rank == 0 ? 4 : 0, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_shared(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
