// A rank sends a handle to itself, and broadcasts the bytes of a struct with a handle, which each rank sets again.
// gomarmot: access=plugin
#include <mpi.h>

struct plan {
    int steps;
    double width;
    MPI_Comm on;
};

int main(int argc, char **argv) {
    struct plan plan = {0};
    MPI_Datatype pair, same;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        plan.steps = 10;
        plan.width = 0.5;
    }
    plan.on = MPI_COMM_WORLD;

    MPI_Bcast(&plan, sizeof plan, MPI_BYTE, 0, MPI_COMM_WORLD);
    plan.on = MPI_COMM_WORLD;

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Bcast(&pair, sizeof pair, MPI_BYTE, 0, MPI_COMM_SELF);
    MPI_Sendrecv(&pair, sizeof pair, MPI_BYTE, rank, 0, &same, sizeof same, MPI_BYTE, rank, 0, plan.on,
        MPI_STATUS_IGNORE);
    MPI_Type_free(&same);

    MPI_Finalize();
    return 0;
}
