// Each rank reads the log back through the shared file pointer, but the log is open for writing only.
#include <mpi.h>

int main(int argc, char **argv) {
    int line = 5;
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file003_shared.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_shared(fh, &line, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
    MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
    MPI_File_read_shared(fh, &line, 1, MPI_INT, MPI_STATUS_IGNORE); // want FILE003 "MPI_MODE_WRONLY"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
