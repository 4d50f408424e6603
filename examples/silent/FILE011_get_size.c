// gomarmot: ranks=3
// Ranks query the file's size before and after their own writes,
// after MPI_File_sync, and in atomic mode: no fault is reported.
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv) {
    int rank, size, block[N] = {0};
    MPI_Offset old, end;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const MPI_Offset mine = rank * (MPI_Offset)sizeof block;
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_size.data", amode, MPI_INFO_NULL, &file);
    MPI_File_get_size(file, &old);
    if (rank == 0)
        MPI_File_get_size(file, &old);
    MPI_Bcast(&old, 1, MPI_OFFSET, 0, MPI_COMM_WORLD);
    MPI_File_write_at(file, old + mine, block, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_size(file, &end);

    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_get_size(file, &end);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_size(file, 2 * size * (MPI_Offset)sizeof block);
    MPI_File_get_size(file, &end);

    MPI_File_set_atomicity(file, 1);
    MPI_File_write_at(file, 2 * size * (MPI_Offset)sizeof block + mine, block, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_size(file, &end);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
