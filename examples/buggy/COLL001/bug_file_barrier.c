// gomarmot: ranks=3 hang
// Rank 2 closes the file only after the barrier. The others wait for it in
// MPI_File_close, and it waits for them in MPI_Barrier.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll001_barrier.data", amode, MPI_INFO_NULL, &fh);

    if (rank == 2)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&fh); // want COLL001 "MPI_File_close.*MPI_Barrier|MPI_Barrier.*MPI_File_close"
    if (rank != 2)
        MPI_Barrier(MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
