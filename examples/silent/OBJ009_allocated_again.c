// New blocks and mappings reuse freed memory. Each round allocates blocks, makes some of them
// larger or smaller, and frees the blocks in another order.
// gomarmot: heap
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROUNDS = 30, BLOCKS = 40 };

static unsigned state = 1;

static unsigned some(unsigned n) {
    state = state * 1103515245 + 12345;
    return (state >> 8) % n;
}

int main(int argc, char **argv) {
    char *block[BLOCKS];
    size_t size[BLOCKS];
    void *aligned;

    MPI_Init(&argc, &argv);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < BLOCKS; i++) {
            size[i] = 1 + (i % 8 == 0 ? some(1 << 20) : some(3000));
            block[i] = malloc(size[i]);
            memset(block[i], round, size[i]);
            if (i % 3 == 0) {
                size[i] = 1 + some(2 * (unsigned)size[i]);
                block[i] = realloc(block[i], size[i]);
            }
        }
        for (int i = 0; i < BLOCKS; i++) {
            const size_t from = some((unsigned)size[i]);

            MPI_Bcast(block[i], (int)size[i], MPI_BYTE, 0, MPI_COMM_WORLD);
            MPI_Bcast(block[i] + from, (int)(size[i] - from), MPI_BYTE, 0, MPI_COMM_WORLD);
        }
        for (int i = 0; i < BLOCKS; i++)
            free(block[i * 7 % BLOCKS]);
        if (posix_memalign(&aligned, 4096, 5000) == 0) {
            memset(aligned, 0, 5000);
            MPI_Bcast(aligned, 5000, MPI_BYTE, 0, MPI_COMM_WORLD);
            free(aligned);
        }
        // free unmaps a large block; the next mapping may take its place.
        char *large = calloc(1 << 22, 1);
        free(large);
        char *pages = mmap(NULL, 1 << 22, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        MPI_Bcast(pages + 5000, 1000, MPI_BYTE, 0, MPI_COMM_WORLD);
        munmap(pages, 1 << 22);
    }
    MPI_Finalize();
    return 0;
}
