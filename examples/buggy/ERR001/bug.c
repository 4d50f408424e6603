// gomarmot: env=OMPI_MCA_io=^ompio
// A limit on the file size, one mebibyte, stands for a used-up quota. The write fails and, as calls on files do by
// default, returns an error: the program ignores the error, so the results are lost and the program ends with 0.
#include <mpi.h>
#include <signal.h>
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
    MPI_File_write_at(fh, at, cells, CELLS, MPI_DOUBLE, MPI_STATUS_IGNORE); // want ERR001 "MPI_File_write_at returned an error .MPI_ERR_.*went on with MPI_Barrier"
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
