// The program frees blocks of MPI_Alloc_mem in another order than it allocated them, blocks of
// 0 bytes, and a block that a thread allocated; later blocks may reuse addresses of freed blocks.
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *allocate(void *to) {
    MPI_Alloc_mem(64, MPI_INFO_NULL, to);
    return NULL;
}

int main(int argc, char **argv) {
    enum { PIECES = 20 };
    void *piece[PIECES], *none[2];
    int level;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < PIECES; i++)
            MPI_Alloc_mem(1000 * (i + 1), MPI_INFO_NULL, &piece[i]);
        for (int i = 0; i < PIECES; i++)
            MPI_Free_mem(piece[(7 * i) % PIECES]);
    }
    MPI_Alloc_mem(0, MPI_INFO_NULL, &none[0]);
    MPI_Alloc_mem(0, MPI_INFO_NULL, &none[1]);
    MPI_Free_mem(none[0]);
    MPI_Free_mem(none[1]);
    if (level == MPI_THREAD_MULTIPLE) {
        pthread_create(&thread, NULL, allocate, &piece[0]);
        pthread_join(thread, NULL);
        MPI_Free_mem(piece[0]);
    }
    MPI_Finalize();
    return 0;
}
