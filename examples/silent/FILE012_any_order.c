// gomarmot: skip-romio nonblocking collective I/O of romio321 calls a null pointer
// The ranks start nonblocking collective accesses in
// the same order and complete them in different orders.
#include <mpi.h>

int main(int argc, char **argv) {
    static int out[2][8], in[2][8];
    int rank, flag = 0;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file012_any_order.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_iwrite_at_all(fh, 8 * rank, out[0], 8, MPI_INT, &requests[0]);
    MPI_File_iwrite_at_all(fh, 16 + 8 * rank, out[1], 8, MPI_INT, &requests[1]);
    if (rank == 0) {
        MPI_Waitall(2, requests, statuses);
    } else {
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    }

    MPI_File_seek(fh, 16 * rank, MPI_SEEK_SET);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
    MPI_File_iread_all(fh, in[0], 8, MPI_INT, &requests[0]);
    MPI_File_iread_all(fh, in[1], 8, MPI_INT, &requests[1]);
    while (!flag)
        MPI_Testall(2, requests, &flag, statuses);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
