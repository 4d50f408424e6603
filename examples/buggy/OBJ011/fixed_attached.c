// gomarmot: ranks=1
// The buffer for buffered sends is protected after it is detached.
#include <mpi.h>
#include <sys/mman.h>

enum { SIZE = 1 << 16 };

int main(int argc, char **argv) {
    int values[4096] = {1}, got[4096], size;

    MPI_Init(&argc, &argv);
    char *room = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Buffer_attach(room, SIZE);
    MPI_Bsend(values, 4096, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(got, 4096, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&room, &size);
    mprotect(room, SIZE, PROT_NONE);
    MPI_Finalize();
    return 0;
}
