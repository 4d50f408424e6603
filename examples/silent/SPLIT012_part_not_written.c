// Only the first half of the mapping is written. The program may unmap the
// second half, although it lies right behind the buffer.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t half = 1 << 16;
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012_part_not_written.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    char *data = mmap(NULL, 2 * half, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)half, data, (int)half, MPI_BYTE);
    munmap(data + half, half);
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE);
    munmap(data, half);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
