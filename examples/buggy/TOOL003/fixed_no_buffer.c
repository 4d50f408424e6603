// The status of the receive is in memory that can be written.
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Status *status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    status = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, status);

    munmap(status, 1 << 16);
    MPI_Finalize();
    return 0;
}
