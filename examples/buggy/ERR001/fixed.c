// The program checks the return value of the write, and reports that the results are lost.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

enum { CELLS = 4096 };

int main(int argc, char **argv) {
    int rank;
    double cells[CELLS];
    struct rlimit quota = {1 << 20, 1 << 20};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(cells, 0, sizeof cells);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    if (MPI_File_open(MPI_COMM_WORLD, "err001.data", amode, MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &quota);
    MPI_Offset at = (MPI_Offset)(rank + 1) << 20;
    int rc = MPI_File_write_at(fh, at, cells, CELLS, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (rc != MPI_SUCCESS)
        printf("rank %d: the results could not be written\n", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
