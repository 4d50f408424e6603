// gomarmot: ranks=3 hang
// The file names contain the rank, but the files are created on MPI_COMM_WORLD.
// In Open MPI's own component for files (OMPIO) this never returns: the ranks
// wait for a file that only one of them has created.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    char name[32];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "file002_%d.out", rank);

    int error = MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh); // want FILE002 "rank \d opens .file002_\d.out., rank \d opens .file002_\d.out."
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
