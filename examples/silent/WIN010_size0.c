// A region of 0 bytes needs no memory. A program may also attach reserved memory
// that no access has touched yet.
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { SIZE = 1 << 16 };

int main(int argc, char **argv) {
    static int cells[4];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    void *region = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED)
        abort();
    MPI_Win_attach(win, cells, 0);
    MPI_Win_attach(win, region, SIZE);
    MPI_Win_detach(win, region);

    MPI_Win_free(&win);
    munmap(region, SIZE);
    MPI_Finalize();
    return 0;
}
