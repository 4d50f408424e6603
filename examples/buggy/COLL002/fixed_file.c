// Rank 1 takes part in the collective write with count 0.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank, result = 0;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll002.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);

    MPI_File_write_all(fh, row, rank == 0 ? 16 : 0, MPI_INT, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Ssend(&result, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&result, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
