// gomarmot: ranks=3
// A rank that did not open a file has no part in its collectives: rank 2 goes
// straight to MPI_Finalize.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 1;
    MPI_Comm pair;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, 0, &pair);

    if (rank < 2) {
        int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
        MPI_File_open(pair, "coll002_file_not_a_member.data", amode, MPI_INFO_NULL, &fh);
        MPI_File_write_ordered(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_sync(fh);
        MPI_File_close(&fh);
        MPI_Comm_free(&pair);
    }

    MPI_Finalize();
    return 0;
}
