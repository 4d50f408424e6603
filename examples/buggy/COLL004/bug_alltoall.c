// Each rank sends two ints to each rank, and expects four shorts.
// The numbers of bytes are equal, but the datatypes do not match.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int out[8] = {0}, in[8];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Alltoall(out, 2, MPI_INT, in, 4, MPI_SHORT, MPI_COMM_WORLD); // want COLL004 "rank 0 sends 2 MPI_INT .8 bytes. to itself, but receives 4 MPI_SHORT .8 bytes. from itself; basic element 0 is MPI_INT where it is sent and MPI_SHORT where"

    MPI_Finalize();
    return 0;
}
