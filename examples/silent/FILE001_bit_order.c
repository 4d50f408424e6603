// Valid combinations of access mode flags, written
// in different orders and joined by | or +.
#include <mpi.h>

static void try(MPI_Comm comm, const char *name, int amode) {
    MPI_File fh;

    if (MPI_File_open(comm, name, amode, MPI_INFO_NULL, &fh) == MPI_SUCCESS)
        MPI_File_close(&fh);
}

int main(int argc, char **argv) {
    const char *name = "file001_bit_order.data";
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    try(MPI_COMM_WORLD, name, MPI_MODE_EXCL | MPI_MODE_CREATE | MPI_MODE_RDWR);
    try(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_WRONLY);
    try(MPI_COMM_WORLD, name, MPI_MODE_UNIQUE_OPEN | MPI_MODE_RDONLY);
    try(MPI_COMM_WORLD, name, MPI_MODE_SEQUENTIAL | MPI_MODE_RDONLY);
    try(MPI_COMM_WORLD, name, MPI_MODE_SEQUENTIAL | MPI_MODE_APPEND | MPI_MODE_WRONLY);
    try(MPI_COMM_WORLD, name, MPI_MODE_EXCL | MPI_MODE_WRONLY | MPI_MODE_CREATE);
    try(MPI_COMM_WORLD, name, MPI_MODE_APPEND | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN);
    if (rank == 0)
        try(MPI_COMM_SELF, name, MPI_MODE_RDWR);
    MPI_Barrier(MPI_COMM_WORLD);
    try(MPI_COMM_WORLD, name, MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDONLY);

    MPI_Finalize();
    return 0;
}
