// Rank 0 cuts the file to 8 bytes through its own handle,
// while rank 1 writes 16 bytes through another handle.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_SELF, "file011_set_size.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_set_size(fh, 8);
    else if (rank == 1)
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "MPI_File_set_size of rank 0 and MPI_File_write_at of rank 1 reach the same 8 bytes of the file, from byte 8 on"
    MPI_File_close(&fh);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_delete("file011_set_size.data", MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
