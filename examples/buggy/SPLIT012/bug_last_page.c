// Only the last page of the buffer is unmapped, by a program that shrinks its
// array too early.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 8 * page;
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012_last_page.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    char *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)size, data, (int)size, MPI_BYTE);
    munmap(data + size - page, page);
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE); // want SPLIT012 "no longer mapped"

    MPI_File_close(&fh);
    munmap(data, size - page);
    MPI_Finalize();
    return 0;
}
