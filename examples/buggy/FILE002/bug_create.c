// Rank 0 is to create the file, so only rank 0 passes MPI_MODE_CREATE. But an
// open is one operation of all ranks, and they give the same access mode.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    if (rank == 0)
        amode |= MPI_MODE_CREATE;
    int error = MPI_File_open(MPI_COMM_WORLD, "file002_create.data", amode, MPI_INFO_NULL, &fh); // want FILE002 "MPI_MODE_CREATE"
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_delete("file002_create.data", MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
