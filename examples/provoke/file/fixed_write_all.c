// gomarmot: ranks=2
// The buffer of a split collective write by individual file pointers is used again after the end call.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value, back = 0, seen = 0;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_File_open(MPI_COMM_WORLD, "provoked.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    value = 10 + rank;
    MPI_File_write_all_begin(file, &value, 1, MPI_INT);
    usleep(300000); // other work
    MPI_File_write_all_end(file, &value, MPI_STATUS_IGNORE);
    value = 20 + rank;
    MPI_File_read_at(file, 0, &back, 1, MPI_INT, MPI_STATUS_IGNORE);
    printf("rank %d: back %d, seen %d\n", rank, back, seen);
    MPI_File_close(&file);

    MPI_Finalize();
    return 0;
}
