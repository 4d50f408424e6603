// Rank 0 detaches its buffer, which waits until the message in the buffer is sent. Rank 1
// receives this message only after another message, which rank 0 sends after the detach.
// gomarmot: hang
#include <mpi.h>
#include <stdlib.h>

enum { N = 1 << 22 };

int main(int argc, char **argv) {
    int rank, bytes, go = 1;
    int *cells = calloc(N, sizeof *cells);
    char *room = malloc(N * sizeof *cells + MPI_BSEND_OVERHEAD);
    void *detached;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Buffer_attach(room, N * sizeof *cells + MPI_BSEND_OVERHEAD);
        MPI_Bsend(cells, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Buffer_detach(&detached, &bytes); // want HANG001 "^ranks 0, 1 wait for each other: rank 0 in MPI_Buffer_detach waits for rank 1, which is in MPI_Recv, to receive its message with tag 0 on MPI_COMM_WORLD \(MPI_Bsend.*; rank 1 in MPI_Recv"
        MPI_Send(&go, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&go, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(cells, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    free(room);
    free(cells);
    MPI_Finalize();
    return 0;
}
