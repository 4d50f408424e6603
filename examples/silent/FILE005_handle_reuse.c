// The program opens and closes many files in turn. MPI may reuse the
// handle of a closed file, even for a file on another communicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 1;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int round = 0; round < 20; round++) {
        MPI_Comm comm = round % 3 == 2 ? MPI_COMM_SELF : MPI_COMM_WORLD;
        const char *name = comm == MPI_COMM_WORLD ? "file005_all.data" : rank == 0 ? "file005_0.data" : "file005_1.data";
        int amode = MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | (round % 2 ? MPI_MODE_RDWR : MPI_MODE_WRONLY);
        MPI_File_open(comm, name, amode, MPI_INFO_NULL, &fh);
        MPI_File_write_at(fh, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
        if (round % 2)
            MPI_File_read_at(fh, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }

    MPI_Finalize();
    return 0;
}
