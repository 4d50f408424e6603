// All ranks of an open must pass the same access mode. Here rank 0
// opens the file for reading and writing, rank 1 for reading only.
#include <mpi.h>

static void create(const char *name) {
    MPI_File fh;
    if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh) == MPI_SUCCESS)
        MPI_File_close(&fh);
}

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        create("file002.data");
    MPI_Barrier(MPI_COMM_WORLD);

    int amode = (rank == 0 ? MPI_MODE_RDWR : MPI_MODE_RDONLY) | MPI_MODE_DELETE_ON_CLOSE;
    int error = MPI_File_open(MPI_COMM_WORLD, "file002.data", amode, MPI_INFO_NULL, &fh); // want FILE002 "MPI_MODE_RDWR.*MPI_MODE_RDONLY|MPI_MODE_RDONLY.*MPI_MODE_RDWR"
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_delete("file002.data", MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
