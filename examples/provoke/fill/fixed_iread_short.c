// gomarmot: ranks=1
// gomarmot: skip-openmpi its MPI_File_iread_at never completes where it reaches behind the end of a file
// The file ends within the block: the rest of the block stays unchanged.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int first[2] = {1, 2}, block[4] = {7, 7, 7, 7}, used;
    MPI_File file;
    MPI_Request request;

    MPI_Init(&argc, &argv);

    MPI_File_open(MPI_COMM_WORLD, "iread.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 0, first, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at(file, 0, block, 4, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    used = block[1];
    printf("used %d, last %d\n", used, block[3]);
    MPI_File_close(&file);

    MPI_Finalize();
    return 0;
}
