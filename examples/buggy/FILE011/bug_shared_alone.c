// Rank 0 appends records through the shared file pointer. After a barrier alone, rank 1 overwrites the third record.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int record[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_shared_alone.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        for (int i = 0; i < 4; i++)
            MPI_File_write_shared(fh, record, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_File_write_at(fh, 2 * sizeof record, record, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "MPI_File_write_shared of rank 0 and MPI_File_write_at of rank 1 reach the same 16 bytes of the file, from byte 32 on"
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
