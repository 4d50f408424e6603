// gomarmot: ranks=3 provoked=PROV003
// The program assumes that the ranks write by the shared file pointer in rank order.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static const char name[] = "shared_i.tmp";

int main(int argc, char **argv) {
    int rank;
    char mine, text[4] = "";
    MPI_Request request;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    usleep(200000 * rank);
    mine = (char)('a' + rank);
    MPI_File_iwrite_shared(file, &mine, 1, MPI_CHAR, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    if (rank == 0) {
        MPI_File_read_at(file, 0, text, 3, MPI_CHAR, MPI_STATUS_IGNORE);
        printf("%s\n", text);
    }
    MPI_File_close(&file);

    MPI_Finalize();
    return 0;
}
