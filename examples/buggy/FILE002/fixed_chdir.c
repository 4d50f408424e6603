// An absolute name, which rank 0 gives to all, is the same file everywhere.
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    char name[PATH_MAX + 32];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 1 && (mkdir("file002_chdir", 0777) != 0 || chdir("file002_chdir") != 0))
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0 && getcwd(name, PATH_MAX) == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    strcat(name, "/file002_chdir.data");

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    int error = MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &fh);
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Finalize();
    if (rank == 1)
        rmdir("../file002_chdir");
    return 0;
}
