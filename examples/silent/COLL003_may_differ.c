// Arguments that may differ between ranks: counts and datatypes of one signature, arguments significant
// only at the root, color and key, MPI_IN_PLACE, the size, displacement unit and info of a window, fence assertions.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, one = 1, sum = 0, all[2] = {0};
    MPI_Comm half;
    MPI_Datatype row;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(4, MPI_INT, &row);
    MPI_Type_commit(&row);
    MPI_Info_create(&info);
    MPI_Info_set(info, "placement", "near");

    MPI_Bcast(cells, rank == 0 ? 1 : 4, rank == 0 ? row : MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gather(&rank, 1, MPI_INT, rank == 0 ? all : NULL, rank == 0 ? 1 : 9, rank == 0 ? MPI_INT : row, 0, MPI_COMM_WORLD);
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &one, rank == 0 ? &sum : NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);

    MPI_Aint size = (1 + rank) * (MPI_Aint)sizeof(int);
    MPI_Win_create(cells, size, 1 + rank, rank == 0 ? info : MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(rank == 0 ? MPI_MODE_NOSTORE : 0, win);
    MPI_Win_fence(rank == 0 ? 0 : MPI_MODE_NOPUT, win);

    MPI_Win_free(&win);
    MPI_Info_free(&info);
    MPI_Comm_free(&half);
    MPI_Type_free(&row);
    MPI_Finalize();
    return 0;
}
