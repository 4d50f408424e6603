// The inner part of a line is written, while the border cells beside it are
// exchanged. The buffers touch, but do not overlap.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static double line[N + 4];
    int rank;
    MPI_File fh;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_File_open(MPI_COMM_WORLD, "split010_neighbours.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * N * (MPI_Offset)sizeof(double), &line[2], N, MPI_DOUBLE);
    MPI_Sendrecv(&line[1], 1, MPI_DOUBLE, peer, 0, &line[N + 2], 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Irecv(&line[0], 2, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&line[N + 2], 2, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, &line[2], MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
