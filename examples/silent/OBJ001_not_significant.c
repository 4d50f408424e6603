// gomarmot: ranks=4
// MPI_Intercomm_create reads the peer communicator and the remote leader only at the local leader: other ranks may
// pass MPI_COMM_NULL and an invalid rank.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int size;
    MPI_Comm half, inter, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, rank < 2 ? MPI_COMM_WORLD : MPI_COMM_NULL, rank < 2 ? 1 - rank : -5, 7, &inter);
    MPI_Comm_remote_size(inter, &size);
    MPI_Intercomm_merge(inter, 0, &all);
    MPI_Comm_free(&all);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);

    MPI_Finalize();
    return 0;
}
