// Each rank opens the file on MPI_COMM_SELF. Rank 0 writes and closes the file before the
// barrier, but rank 1 has opened the file before the barrier, too, and may read old data.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_SELF, "file011_opens.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0) {
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_File_read_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "rank 0 synchronizes or closes the file after the first access and rank 1 waits for that, but its own handle is older"
        MPI_File_close(&fh);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_delete("file011_opens.data", MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
