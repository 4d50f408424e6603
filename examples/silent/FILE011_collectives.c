// An all-reduce, a nonblocking barrier and a fence order the accesses as a barrier does.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int sum, row[4] = {1, 2, 3, 4}, *memory;
    MPI_Request request;
    MPI_Win win;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(sizeof sum, sizeof sum, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_collectives.data", amode, MPI_INFO_NULL, &fh);
    for (int step = 0; step < 3; step++) {
        if (rank == step % 2)
            MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_sync(fh);
        if (step == 0) {
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        } else if (step == 1) {
            MPI_Ibarrier(MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Win_fence(0, win);
        }
        MPI_File_sync(fh);
    }
    MPI_File_read_at_all(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
