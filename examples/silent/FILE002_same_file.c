// gomarmot: ranks=4
// The ranks pass different names for one file: with and without a directory,
// absolute, and a symbolic link.
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

#define FILE_NAME "file002_same_file.data"
#define LINK_NAME "file002_same_file.link"

int main(int argc, char **argv) {
    int rank, cell = 1;
    char folder[PATH_MAX], path[PATH_MAX + sizeof FILE_NAME];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (getcwd(folder, sizeof folder) == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    snprintf(path, sizeof path, "%s/%s", folder, FILE_NAME);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_WORLD, FILE_NAME, amode, MPI_INFO_NULL, &fh);
    MPI_File_close(&fh);
    if (rank == 0 && symlink(FILE_NAME, LINK_NAME) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);

    const char *names[] = {FILE_NAME, "./" FILE_NAME, path, LINK_NAME};
    MPI_File_open(MPI_COMM_WORLD, names[rank % 4], MPI_MODE_RDWR, MPI_INFO_NULL, &fh);
    MPI_File_write_at_all(fh, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        unlink(LINK_NAME);
        MPI_File_delete(FILE_NAME, MPI_INFO_NULL);
    }
    MPI_Finalize();
    return 0;
}
