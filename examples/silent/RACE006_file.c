// MPI reads a file into a buffer, which the rank then sends. Accesses by C library functions that MPI
// calls are not accesses of the program.
// gomarmot: access=auto
#include <mpi.h>
#include <string.h>

enum { N = 30000 };

static int data[N], more[N];

int main(int argc, char **argv) {
    int rank;
    MPI_File file;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "numbers", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    for (int i = 0; i < N; i++)
        data[i] = rank * N + i;
    MPI_File_iwrite_at(file, (MPI_Offset)sizeof data * rank, data, N, MPI_INT, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    memset(data, 0, sizeof data);
    MPI_File_iread_at(file, (MPI_Offset)sizeof data * rank, data, N, MPI_INT, &requests[0]);
    MPI_Irecv(more, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Send(data, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return data[1] != rank * N + 1 || more[1] != (1 - rank) * N + 1;
}
