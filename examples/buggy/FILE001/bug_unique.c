// All ranks write the file with MPI_MODE_UNIQUE_OPEN, which promises that the file is not open elsewhere. Each of them
// opens the file a second time.
#include <mpi.h>

int main(int argc, char **argv) {
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File all, own;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "file001_unique.data", amode | MPI_MODE_UNIQUE_OPEN, MPI_INFO_NULL, &all);
    MPI_File_open(MPI_COMM_SELF, "file001_unique.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &own); // want FILE001 "^MPI_File_open of \"file001_unique.data\", which is still open with MPI_MODE_UNIQUE_OPEN$"
    MPI_File_close(&own);
    MPI_File_close(&all);
    MPI_Finalize();
    return 0;
}
