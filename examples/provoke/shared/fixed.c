// gomarmot: ranks=3
// MPI_File_write_ordered writes in rank order.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static const char name[] = "shared.tmp";

int main(int argc, char **argv) {
    int rank;
    char mine, text[4] = "";
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    usleep(60000 * rank);
    mine = (char)('a' + rank);
    MPI_File_write_ordered(file, &mine, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    if (rank == 0) {
        MPI_File_read_at(file, 0, text, 3, MPI_CHAR, MPI_STATUS_IGNORE);
        printf("%s\n", text);
    }
    MPI_File_close(&file);

    MPI_Finalize();
    return 0;
}
