// The memory of the receive is made inaccessible after the message has arrived.
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
        MPI_Irecv(into, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        mprotect(into, SIZE, PROT_NONE);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    munmap(into, SIZE);
    MPI_Finalize();
    return 0;
}
