// The workers poll for work until they are told to stop; the master gives each of them an item, and
// stops it when its result is there.
// gomarmot: ranks=3
#include <mpi.h>

enum { WORK = 1, STOP = 2, RESULT = 3 };

static void work(void) {
    int item, some = 0, stop = 0;

    while (!stop) {
        MPI_Iprobe(0, WORK, MPI_COMM_WORLD, &some, MPI_STATUS_IGNORE);
        if (some) {
            MPI_Recv(&item, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&item, 1, MPI_INT, 0, RESULT, MPI_COMM_WORLD);
        }
        MPI_Iprobe(0, STOP, MPI_COMM_WORLD, &stop, MPI_STATUS_IGNORE);
    }
    MPI_Recv(&item, 1, MPI_INT, 0, STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank, size, item = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    if (rank > 0) {
        work();
    } else {
        for (int to = 1; to < size; to++)
            MPI_Send(&item, 1, MPI_INT, to, WORK, MPI_COMM_WORLD);
        for (int n = 1; n < size; n++) {
            int found = 0;
            MPI_Message message;
            MPI_Status status;

            while (!found)
                MPI_Improbe(MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &found, &message, &status);
            MPI_Mrecv(&item, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
            MPI_Send(&item, 1, MPI_INT, status.MPI_SOURCE, STOP, MPI_COMM_WORLD);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
