// The buffer is returned to the system while the write is active. It must stay
// until the end call has returned.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t size = 1 << 16;
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    char *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)size, data, (int)size, MPI_BYTE);
    munmap(data, size);
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE); // want SPLIT012 "no longer mapped"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
