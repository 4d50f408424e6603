// The status of a receive is in memory that cannot be written. The status is not a message
// buffer: the finding says only how the rank ended.
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Status *status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    status = mmap(NULL, 1 << 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, status); // want TOOL003 "killed by SIGSEGV.*MPI_Recv|killed in an MPI call .MPI_Recv."

    munmap(status, 1 << 16);
    MPI_Finalize();
    return 0;
}
