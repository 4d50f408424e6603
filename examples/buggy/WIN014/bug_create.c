// The window is created over memory that was given back to the system before:
// there is nothing at this address.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t size = 1 << 16;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(page, size);
    int err = MPI_Win_create(page, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN014 "not mapped"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
