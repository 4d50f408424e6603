// gomarmot: ranks=2
// The program does not depend on which rank reads which record.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static const char name[] = "shared_read.tmp";

int main(int argc, char **argv) {
    int rank;
    char text[2] = "ab", mine = 0;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    if (rank == 0)
        MPI_File_write_at(file, 0, text, 2, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    usleep(100000 * rank);
    MPI_File_read_shared(file, &mine, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    printf("record %c\n", mine);
    MPI_File_close(&file);

    MPI_Finalize();
    return 0;
}
