// Once MPI_Win_free has returned, the memory of the window is the program's own
// again: it may be unmapped or freed, or taken for the next window.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t size = 1 << 20;
    MPI_Win win;

    MPI_Init(&argc, &argv);

    for (int i = 0; i < 4; i++) {
        char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        MPI_Win_create(page, (MPI_Aint)size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        munmap(page, size);

        char *heap = malloc(size);
        MPI_Win_create(heap, (MPI_Aint)size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        free(heap);
    }

    MPI_Finalize();
    return 0;
}
