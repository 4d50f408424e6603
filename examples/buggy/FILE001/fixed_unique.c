// Each rank opens the file again after it has closed the handle with MPI_MODE_UNIQUE_OPEN.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, amode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    MPI_File all, own;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "file001_unique.data", amode | MPI_MODE_UNIQUE_OPEN, MPI_INFO_NULL, &all);
    MPI_File_close(&all);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_SELF, "file001_unique.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &own);
    MPI_File_close(&own);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_delete("file001_unique.data", MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
