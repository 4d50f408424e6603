// The block has more bytes than an int can count; the program sends parts whose counts fit an int.
// gomarmot: heap
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

enum { ROW = 400, PIECE = 64 };

int main(int argc, char **argv) {
    int rank;
    int64_t bytes = (INT64_C(1) << 32) + (1 << 20);
    char *all = malloc((size_t)bytes); // few pages of it are used
    MPI_Datatype row;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(ROW, MPI_CHAR, &row);
    MPI_Type_commit(&row);
    if (all) {
        all[0] = (char)rank;
        MPI_Bcast(all, PIECE, row, 0, MPI_COMM_WORLD);
        MPI_Bcast(all + PIECE * ROW, PIECE, row, 0, MPI_COMM_WORLD);
        MPI_Bcast(all, 1 << 20, MPI_CHAR, 0, MPI_COMM_WORLD);
        MPI_Bcast(all, 1 << 10, MPI_CHAR, 0, MPI_COMM_WORLD);
    }
    MPI_Type_free(&row);
    free(all);
    MPI_Finalize();
    return 0;
}
