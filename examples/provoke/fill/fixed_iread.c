// gomarmot: ranks=1
// The block is used when MPI_File_iread_at is complete.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 22 };

int main(int argc, char **argv) {
    int *block = malloc(N * sizeof(int)), used;
    MPI_File file;
    MPI_Request request;

    MPI_Init(&argc, &argv);

    for (int i = 0; i < N; i++)
        block[i] = i;
    MPI_File_open(MPI_COMM_WORLD, "iread.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 0, block, N, MPI_INT, MPI_STATUS_IGNORE);
    block[N - 1] = 7;
    MPI_File_iread_at(file, 0, block, N, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    used = block[N - 1];
    printf("used %d\n", used);
    MPI_File_close(&file);
    free(block);

    MPI_Finalize();
    return 0;
}
