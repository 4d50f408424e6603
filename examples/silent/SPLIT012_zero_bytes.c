// The program unmaps memory while a write of 0 bytes is active: the
// write uses no memory.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t size = 1 << 16;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "split012_zero_bytes.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    char *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    MPI_File_write_at_all_begin(fh, 0, data, 0, MPI_BYTE);
    munmap(data, size);
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
