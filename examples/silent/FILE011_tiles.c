// Each rank writes its own tile of an array row by row. The
// ranks read the whole array only after sync, barrier and sync.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    static int cells[32];
    MPI_Datatype tile;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int sizes[2] = {4, 8}, subsizes[2] = {4, 4}, starts[2] = {0, 4 * rank};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &tile);
    MPI_Type_commit(&tile);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_tiles.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, tile, "native", MPI_INFO_NULL);
    for (int i = 0; i < 4; i++)
        MPI_File_write_at(fh, 4 * i, cells, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_read_all(fh, cells, 32, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Type_free(&tile);
    MPI_Finalize();
    return 0;
}
