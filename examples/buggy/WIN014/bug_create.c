// The window is created over memory that was returned to the system before: nothing is
// mapped at this address. The address is in the middle of a large hole, because mappings
// of other threads go to the end of the hole.
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
