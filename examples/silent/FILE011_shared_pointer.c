// The shared file pointer gives each access bytes of its own.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_shared_pointer.data", amode, MPI_INFO_NULL, &fh);
    for (int i = 0; i < 3; i++)
        MPI_File_write_shared(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
