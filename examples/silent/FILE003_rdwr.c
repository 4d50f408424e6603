// The program writes and reads a file through a handle opened with MPI_MODE_RDWR,
// then through two handles: one for writing, the other for reading.
#include <mpi.h>

int main(int argc, char **argv) {
    const char *name = "file003_rdwr.data";
    int rank, cell = 1;
    MPI_File both, out, in;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Offset mine = rank * (MPI_Offset)sizeof cell;

    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &both);
    MPI_File_write_at(both, mine, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(both, mine, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&both);

    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY, MPI_INFO_NULL, &out);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &in);
    MPI_File_read_at(in, mine, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(out, 64 + mine, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&in);
    MPI_File_close(&out);

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_delete(name, MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
