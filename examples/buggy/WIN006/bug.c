// The info key same_size promises that every rank passes the same size. Rank 1
// passes 16 bytes where rank 0 passes 8.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "same_size", "true");

    MPI_Aint size = (rank == 0 ? 2 : 4) * (MPI_Aint)sizeof(int);
    MPI_Win_create(cells, size, sizeof(int), info, MPI_COMM_WORLD, &win); // want WIN006 "same_size.*8.*16"
    MPI_Info_free(&info);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
