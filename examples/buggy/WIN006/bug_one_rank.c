// same_size also promises that all ranks gave this key with the same value.
// Here rank 0 alone gives it.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    if (rank == 0)
        MPI_Info_set(info, "same_size", "true");

    MPI_Win_create(cells, sizeof cells, sizeof(int), info, MPI_COMM_WORLD, &win); // want WIN006 "same_size"
    MPI_Info_free(&info);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
