// The window is created over memory that was given back to the system before:
// there is nothing at this address. It is in the middle of a large hole: what
// other threads map meanwhile comes to its end.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t size = 1 << 16, hole = 1 << 30;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    char *page = mmap(NULL, hole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    munmap(page, hole);
    int err = MPI_Win_create(page + hole / 2, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN014 "not mapped"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
