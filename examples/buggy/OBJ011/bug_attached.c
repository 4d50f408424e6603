// gomarmot: ranks=1
// The buffer for buffered sends cannot be written any more when the program sends.
#include <mpi.h>
#include <sys/mman.h>

enum { SIZE = 1 << 16 };

int main(int argc, char **argv) {
    int values[4096] = {1}, got[4096], size;

    MPI_Init(&argc, &argv);
    char *room = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Buffer_attach(room, SIZE); // want OBJ011 "^the buffer of MPI_Buffer_attach cannot be written at byte [0-9]+ .address 0x[0-9a-f]+.: the rank was killed in the call of MPI_Bsend$"
    mprotect(room, SIZE, PROT_NONE);
    MPI_Bsend(values, 4096, MPI_INT, 0, 0, MPI_COMM_WORLD); // want TOOL003 "killed"
    MPI_Recv(got, 4096, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    mprotect(room, SIZE, PROT_READ | PROT_WRITE);
    MPI_Buffer_detach(&room, &size);
    MPI_Finalize();
    return 0;
}
