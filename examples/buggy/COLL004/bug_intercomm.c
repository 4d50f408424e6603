// gomarmot: ranks=3
// Rank 0 gathers from ranks 1 and 2 on an intercommunicator. Rank 2 sends two
// values, but the root expects one value per rank. Rank 2 comes last, when the
// other ranks are in their calls, since some MPI libraries end the job at once.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {1, 2}, all[4];
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 5, &between);
    if (rank == 2)
        usleep(300000);
    MPI_Gather(mine, rank == 2 ? 2 : 1, MPI_INT, all, 1, MPI_INT, rank == 0 ? MPI_ROOT : 0, between); // want COLL004 "rank 2 sends 2 MPI_INT .8 bytes. to rank 0, which receives 1 MPI_INT .4 bytes. from it"
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);

    MPI_Finalize();
    return 0;
}
