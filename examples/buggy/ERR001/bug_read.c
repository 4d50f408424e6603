// gomarmot: env=OMPI_MCA_io=^ompio
// The read fails, since nothing is mapped at address 0 of a process. The
// program ignores the error, and rank 0 sends the old content of the buffer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, header[16] = {0};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (MPI_File_open(MPI_COMM_SELF, "/proc/self/mem", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0) {
        MPI_File_read_at(fh, 0, header, 16, MPI_INT, MPI_STATUS_IGNORE); // want ERR001 "MPI_File_read_at returned an error .MPI_ERR_.*MPI_Send then reads memory that the failed call should have filled"
        MPI_Send(header, 16, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1)
        MPI_Recv(header, 16, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
