// All ranks read the same header through two handles, with blocking and nonblocking reads.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_File fh, own;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, "file011_reads.data", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh);
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, "file011_reads.data", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_File_open(MPI_COMM_SELF, "file011_reads.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &own);
    MPI_File_read_at_all(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at(own, 0, row, 2, MPI_INT, &requests[0]);
    MPI_File_iread_at(fh, 0, row + 2, 2, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    MPI_File_close(&own);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
