// The memory of a window must stay until MPI_Win_free returns. Here it is
// returned to the system while the window still exists.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t size = 1 << 16;
    char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(page, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    munmap(page, size);
    MPI_Win_free(&win); // want WIN014 "no longer mapped"

    MPI_Finalize();
    return 0;
}
