// Each worker polls in turn for work and for a stop message. The master sends no work to
// the last worker, but polls for a result of every worker: the last result never comes.
// gomarmot: hang ranks=3
#include <mpi.h>

enum { WORK = 1, STOP = 2, RESULT = 3 };

static void work(void) {
    int item, some = 0, stop = 0;

    while (!stop) {
        MPI_Iprobe(0, WORK, MPI_COMM_WORLD, &some, MPI_STATUS_IGNORE); // want HANG003 "^no rank made progress for .*: rank 0 polls with MPI_Improbe for a message with tag 3 on MPI_COMM_WORLD from any rank; rank 2 polls with MPI_Iprobe for a message with tag 1 on MPI_COMM_WORLD from rank 0, which polls with MPI_Improbe; one other rank waits in an MPI call$"
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
        for (int to = 1; to < size - 1; to++)
            MPI_Send(&item, 1, MPI_INT, to, WORK, MPI_COMM_WORLD);
        for (int n = 1; n < size; n++) {
            int found = 0;
            MPI_Message message;

            while (!found)
                MPI_Improbe(MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
            MPI_Mrecv(&item, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
            if (n == 1)
                MPI_Send(&item, 1, MPI_INT, 1, STOP, MPI_COMM_WORLD);
        }
        MPI_Send(&item, 1, MPI_INT, 2, STOP, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
