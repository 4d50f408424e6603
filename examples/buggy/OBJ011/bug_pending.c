// The memory of a pending receive is made inaccessible. The message arrives while rank 0
// waits for the receive.
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

enum { N = 100, SIZE = 1 << 16 };

int main(int argc, char **argv) {
    int rank, data[N] = {0}, *into;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    into = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (rank == 0) {
        MPI_Irecv(into, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // want OBJ011 "^buf of MPI_Irecv cannot be written at byte [0-9]+ .address 0x[0-9a-f]+.: the rank was killed in the call of MPI_Wait$"
        mprotect(into, SIZE, PROT_NONE);
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE); // want TOOL003 "killed"
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    munmap(into, SIZE);
    MPI_Finalize();
    return 0;
}
