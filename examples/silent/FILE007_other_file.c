// A request is pending on one file while another file is
// synchronized and closed; a receive is pending while a file closes.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank, token = 1, other;
    MPI_Request request, message;
    MPI_File slow, fast;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Offset mine = rank * (MPI_Offset)sizeof row;

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file007_slow.data", amode, MPI_INFO_NULL, &slow);
    MPI_File_open(MPI_COMM_WORLD, "file007_fast.data", amode, MPI_INFO_NULL, &fast);
    MPI_File_iwrite_at(slow, mine, row, 16, MPI_INT, &request);
    MPI_File_write_at(fast, mine, row, 16, MPI_INT, MPI_STATUS_IGNORE);
    if (MPI_File_sync(fast)) // OMPIO refuses it while another file is written
        printf("not synchronized\n");
    if (MPI_File_set_view(fast, 1024, MPI_INT, MPI_INT, "native", MPI_INFO_NULL))
        printf("no view\n");
    MPI_File_close(&fast);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &message);
    MPI_File_close(&slow);
    MPI_Send(&token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&message, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
