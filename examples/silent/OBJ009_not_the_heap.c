// Buffers lie outside the heap, in a part of a heap block, or in two heap blocks.
// gomarmot: heap
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { N = 100 };

static int fixed[N];

int main(int argc, char **argv) {
    int rank, local[N] = {0}, *shared, *pages, *pool, none = 0, lengths[2] = {N / 2, N / 2};
    int *parts[2] = {malloc(N / 2 * sizeof(int)), malloc(N / 2 * sizeof(int))};
    MPI_Aint places[2];
    MPI_Datatype both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(N * sizeof *shared, MPI_INFO_NULL, &shared);
    pages = mmap(NULL, N * sizeof *pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pool = calloc(10 * N, sizeof *pool);
    for (int i = 0; i < N; i++)
        fixed[i] = local[i] = shared[i] = pages[i] = rank;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < N / 2; i++)
            parts[k][i] = rank;

    MPI_Bcast(fixed, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(local, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(shared, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(pages, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(pool + 9 * N, N, MPI_INT, 0, MPI_COMM_WORLD); // the end of the block

    MPI_Get_address(parts[0], &places[0]); // a datatype over two blocks
    MPI_Get_address(parts[1], &places[1]);
    places[1] -= places[0];
    places[0] = 0;
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &both);
    MPI_Type_commit(&both);
    MPI_Bcast(parts[0], 1, both, 0, MPI_COMM_WORLD);
    MPI_Type_free(&both);

    // Nothing moves, or the argument is not used here.
    MPI_Bcast(parts[0], none, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Send(parts[0], 10 * N, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Gather(&rank, 1, MPI_INT, rank == 0 ? fixed : parts[1], rank == 0 ? 1 : N, MPI_INT, 0, MPI_COMM_WORLD);

    munmap(pages, N * sizeof *pages);
    MPI_Free_mem(shared);
    free(parts[0]);
    free(parts[1]);
    free(pool);
    MPI_Finalize();
    return 0;
}
