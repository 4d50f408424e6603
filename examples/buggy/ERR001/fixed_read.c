// The program reads from a file that has data at offset 0, and aborts if the read fails.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, header[16] = {0};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (MPI_File_open(MPI_COMM_SELF, "/proc/self/stat", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0) {
        if (MPI_File_read_at(fh, 0, header, 16, MPI_INT, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Send(header, 16, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1)
        MPI_Recv(header, 16, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
