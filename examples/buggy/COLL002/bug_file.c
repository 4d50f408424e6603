// gomarmot: ranks=2 hang
// Rank 0 sends the result after it has closed the file, but rank 1 needs the
// result before it closes the file: rank 0 waits for it in MPI_File_close.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, result = 42;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll002.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_ordered(fh, &result, rank == 0, MPI_INT, MPI_STATUS_IGNORE);

    if (rank == 1)
        MPI_Recv(&result, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_close(&fh); // want COLL002 "rank 1.*MPI_Recv"
    if (rank == 0)
        MPI_Send(&result, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
