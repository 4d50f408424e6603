// MPI_File_delete names no open file: one rank deletes a closed file, then all ranks
// do so (all but the first fail), and rank 1 deletes a file that never existed.
#include <mpi.h>

static void make(const char *name) {
    MPI_File fh;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh);
    MPI_File_close(&fh);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    make("file005_delete.data");
    if (rank == 0)
        MPI_File_delete("file005_delete.data", MPI_INFO_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    make("file005_delete.data");
    MPI_File_delete("file005_delete.data", MPI_INFO_NULL);
    if (rank == 1)
        MPI_File_delete("file005_never_made.data", MPI_INFO_NULL);

    MPI_Finalize();
    return 0;
}
