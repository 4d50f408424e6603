// Files opened on MPI_COMM_SELF concern one rank each: names, access modes and
// the order of the calls may differ.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 1;
    MPI_File first, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, "file002_a.data", amode | MPI_MODE_WRONLY, MPI_INFO_NULL, &first);
        MPI_File_open(MPI_COMM_SELF, "file002_b.data", amode | MPI_MODE_RDWR, MPI_INFO_NULL, &second);
        MPI_File_write_all(first, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_set_size(second, 64);
        MPI_File_close(&second);
        MPI_File_close(&first);
    } else {
        MPI_File_open(MPI_COMM_SELF, "file002_c.data", amode | MPI_MODE_RDWR, MPI_INFO_NULL, &first);
        MPI_File_set_size(first, 32);
        MPI_File_read_all(first, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&first);
    }

    MPI_Finalize();
    return 0;
}
