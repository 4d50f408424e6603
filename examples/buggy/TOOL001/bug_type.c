// The datatype is built by PMPI calls, past the interception: what it looks
// like is unknown, and so is which bytes the put writes.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Type_contiguous(4, MPI_INT, &type);
    PMPI_Type_commit(&type);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 4, MPI_INT, 1, 0, 1, type, win); // want TOOL001 "datatype"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    PMPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
