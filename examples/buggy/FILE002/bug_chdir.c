// Both ranks pass the same relative name. But rank 1 has changed
// its working directory, so the name stands for different files.
#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

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

    if (rank == 1 && (mkdir("file002_chdir", 0777) != 0 || chdir("file002_chdir") != 0))
        MPI_Abort(MPI_COMM_WORLD, 1);
    create("file002.data");
    MPI_Barrier(MPI_COMM_WORLD);

    int error = MPI_File_open(MPI_COMM_WORLD, "file002.data", MPI_MODE_RDWR, MPI_INFO_NULL, &fh); // want FILE002 "file002.data"
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_delete("file002.data", MPI_INFO_NULL);
    MPI_Finalize();
    if (rank == 1)
        rmdir("../file002_chdir");
    return 0;
}
