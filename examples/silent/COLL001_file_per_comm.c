// gomarmot: ranks=4
// Each half of MPI_COMM_WORLD opens its own file and makes its own sequence of collective calls
// on that file. Both halves agree only on the order of calls on the file that all ranks share.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[4];
    int rank;
    MPI_Comm half;
    MPI_File all, part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll001_file_all.data", amode, MPI_INFO_NULL, &all);
    if (rank % 2 == 0) {
        MPI_File_open(half, "coll001_file_even.data", amode, MPI_INFO_NULL, &part);
        MPI_File_set_size(part, 1024);
        MPI_File_write_at_all(all, 16 * rank, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_sync(part);
    } else {
        MPI_File_write_at_all(all, 16 * rank, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_open(half, "coll001_file_odd.data", amode, MPI_INFO_NULL, &part);
        MPI_Barrier(half);
        MPI_File_read_at_all(part, 16 * rank, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_set_atomicity(part, 1);
    }
    MPI_File_close(&part);
    MPI_File_close(&all);

    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
