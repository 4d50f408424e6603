// Each rank has a file of its own, from an earlier step. To open them on
// MPI_COMM_WORLD is wrong: all ranks of an open name the same file.
#include <mpi.h>
#include <stdio.h>

static void create(const char *name) {
    MPI_File fh;
    if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh) == MPI_SUCCESS)
        MPI_File_close(&fh);
}

int main(int argc, char **argv) {
    int rank;
    char name[32];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "file002_%d.data", rank);

    create(name);
    MPI_Barrier(MPI_COMM_WORLD);

    int error = MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &fh); // want FILE002 "file002_0.data.*file002_1.data|file002_1.data.*file002_0.data"
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_delete(name, MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
