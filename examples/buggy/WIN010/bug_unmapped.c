// The memory was given back to the system before it is attached.
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { SIZE = 1 << 16 };

int main(int argc, char **argv) {
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    void *region = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region == MAP_FAILED)
        abort();
    munmap(region, SIZE);
    MPI_Win_attach(win, region, SIZE); // want WIN010 "65536 bytes that are not mapped"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
