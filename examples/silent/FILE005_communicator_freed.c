// gomarmot: ranks=3
// The communicator is freed while the file opened on it is
// still open: the file keeps the group of the communicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, cell = 1;
    MPI_Comm comm;
    MPI_Group group;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_split(MPI_COMM_WORLD, rank == 1, -rank, &comm);
    const char *name = rank == 1 ? "file005_one.data" : "file005_pair.data";
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(comm, name, amode, MPI_INFO_NULL, &fh);
    MPI_Comm_free(&comm);

    MPI_File_get_group(fh, &group);
    MPI_Group_size(group, &size);
    MPI_Group_free(&group);
    if (size == 2)
        MPI_File_sync(fh);
    MPI_File_write_at_all(fh, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
