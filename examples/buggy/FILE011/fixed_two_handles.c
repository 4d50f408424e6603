// Rank 0 calls MPI_File_sync on both handles between the write and the read.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, "file011_two_handles.data", amode, MPI_INFO_NULL, &fh);
        MPI_File_open(MPI_COMM_SELF, "file011_two_handles.data", amode, MPI_INFO_NULL, &other);
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_sync(fh);
        MPI_File_sync(other);
        MPI_File_read_at(other, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&other);
        MPI_File_close(&fh);
        MPI_File_delete("file011_two_handles.data", MPI_INFO_NULL);
    }
    MPI_Finalize();
    return 0;
}
