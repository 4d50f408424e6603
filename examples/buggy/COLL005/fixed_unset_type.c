// gomarmot: ranks=2
#include <mpi.h>

static MPI_Datatype pair;

int main(int argc, char **argv) {
    int cells[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Bcast(cells, 1, pair, 0, MPI_COMM_WORLD);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
