// gomarmot: ranks=1
// The memory for packed data is read-only.
#include <mpi.h>

static const char room[64] = "room for packed data";

int main(int argc, char **argv) {
    int value = 1, position = 0;

    MPI_Init(&argc, &argv);
    MPI_Pack(&value, 1, MPI_INT, (char *)room, sizeof room, &position, MPI_COMM_WORLD); // want OBJ011 "^outbuf of MPI_Pack cannot be written at byte [0-9]+ .address 0x[0-9a-f]+.: the rank was killed in the call$" TOOL003 "killed"
    MPI_Finalize();
    return 0;
}
