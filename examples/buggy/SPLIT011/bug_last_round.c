// gomarmot: ranks=3
// The loop ends the write of the previous round. After the last round the last
// write is not ended.
#include <mpi.h>
#include <stdio.h>

enum { N = 100, ROUNDS = 4 };

static char text[2][N];

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split011_last_round.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh);

    for (int round = 0; round < ROUNDS; round++) {
        if (round > 0)
            MPI_File_write_ordered_end(fh, text[(round - 1) % 2], MPI_STATUS_IGNORE);
        MPI_File_write_ordered_begin(fh, text[round % 2], N, MPI_CHAR); // want SPLIT011 "write_ordered_end"
    }

    MPI_Finalize();
    if (rank == 0)
        remove("split011_last_round.dat");
    return 0;
}
