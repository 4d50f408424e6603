// gomarmot: ranks=1
// The memory for packed data can be written.
#include <mpi.h>

int main(int argc, char **argv) {
    int value = 1, position = 0;
    char room[64];

    MPI_Init(&argc, &argv);
    MPI_Pack(&value, 1, MPI_INT, room, sizeof room, &position, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
