// gomarmot: ranks=3
// Each rank posts the receive of a border cell, which is part of the line that it
// still writes. It does not help that MPI_Wait comes after the end call.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static double line[N + 2];
    int rank, size;
    MPI_File fh;
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_File_open(MPI_COMM_WORLD, "split010_irecv.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof line, line, N + 2, MPI_DOUBLE);
    MPI_Irecv(&line[N + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &request[0]); // want SPLIT010 "MPI_Irecv"
    MPI_File_write_at_all_end(fh, line, MPI_STATUS_IGNORE);
    MPI_Isend(&line[1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request[1]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
