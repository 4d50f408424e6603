// The memory of the window is returned to the system after MPI_Win_free.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t size = 1 << 16, large = 1 << 30; // later mappings go to the end of the hole
    char *memory = mmap(NULL, large, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *page = memory + large / 2;
    MPI_Win win;

    mprotect(page, size, PROT_READ | PROT_WRITE);
    MPI_Init(&argc, &argv);
    MPI_Win_create(page, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    munmap(memory, large);

    MPI_Finalize();
    return 0;
}
