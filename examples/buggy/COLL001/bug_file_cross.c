// gomarmot: ranks=2 hang
// There are two files. Rank 0 writes the grid first and the flow second, rank 1
// vice versa: each waits for the other at its first file.
#include <mpi.h>

static int cells[64];

static void save(MPI_File fh) {
    MPI_File_write_all(fh, cells, 64, MPI_INT, MPI_STATUS_IGNORE); // want COLL001 "MPI_File_write_all"
}

int main(int argc, char **argv) {
    int rank, amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File grid, flow;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "coll001_grid.data", amode, MPI_INFO_NULL, &grid);
    MPI_File_open(MPI_COMM_WORLD, "coll001_flow.data", amode, MPI_INFO_NULL, &flow);
    MPI_File_set_view(grid, rank * (MPI_Offset)sizeof cells, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_set_view(flow, rank * (MPI_Offset)sizeof cells, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);

    save(rank == 0 ? grid : flow);
    save(rank == 0 ? flow : grid);

    MPI_File_close(&flow);
    MPI_File_close(&grid);
    MPI_Finalize();
    return 0;
}
