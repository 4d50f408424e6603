// A read keeps its buffer until the end call, even if its data is not needed.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t size = 1 << 14;
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012_read.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    char *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_File_write_ordered(fh, data, (int)size, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);

    MPI_File_read_ordered_begin(fh, data, (int)size, MPI_BYTE);
    MPI_File_read_ordered_end(fh, data, MPI_STATUS_IGNORE);
    munmap(data, size);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
