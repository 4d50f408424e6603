// MPI_Buffer_detach may wait until the message in the buffer is received. Rank 1
// receives this message only after another message, which rank 0 sends after the detach.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, bytes, value = 1, go = 1;
    char room[sizeof(int) + MPI_BSEND_OVERHEAD];
    void *detached;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Buffer_attach(room, sizeof room);
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Buffer_detach(&detached, &bytes); // want HANG004 "kept copies of messages; otherwise rank 0 would wait in MPI_Buffer_detach until rank 1 receives the message of its MPI_Bsend \(tag 0, 4 bytes\), rank 1 would wait in MPI_Recv for a message of rank 0 with tag 1"
        MPI_Send(&go, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&go, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
