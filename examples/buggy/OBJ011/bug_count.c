// The count is too large: the send reads beyond the end of the last page that the
// program may read.
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, data[200];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages + page, page, PROT_NONE);
    if (rank == 0) {
        int *last = (int *)(pages + page) - 100;
        MPI_Send(last, 200, MPI_INT, 1, 0, MPI_COMM_WORLD); // want OBJ011 "^buf of MPI_Send cannot be read at byte [4-7][0-9]{2} .address 0x[0-9a-f]+.: the rank was killed in the call$" TOOL003 "killed"
    } else {
        MPI_Recv(data, 200, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    munmap(pages, 2 * page);
    MPI_Finalize();
    return 0;
}
