// gomarmot: ranks=3
// Each rank opens a file of its own, with its rank in the name, on MPI_COMM_SELF.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    char name[32];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "file002_%d.out", rank);

    int error = MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh);
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
