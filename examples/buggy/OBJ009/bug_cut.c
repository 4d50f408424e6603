// The number of bytes does not fit an int: of 4,294,967,696 bytes 400 are sent.
// gomarmot: heap
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank;
    int64_t bytes = (INT64_C(1) << 32) + 400;
    char *all = malloc((size_t)bytes); // few pages of it are used

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (all && rank == 0)
        all[0] = 7;
    if (all)
        MPI_Bcast(all, (int)bytes, MPI_CHAR, 0, MPI_COMM_WORLD); // want OBJ009 "buffer of MPI_Bcast has count = 400, but its heap block has 4,294,967,696 elements, some multiple of 2\^32 more: was the count cut to 32 bits"
    free(all);
    MPI_Finalize();
    return 0;
}
