// MPI_Waitall gets a status for each request.
// gomarmot: access=plugin
#include <mpi.h>

enum { N = 4 };

static char before[200];
static MPI_Status status[2 * N];
static char behind[200];

int main(int argc, char **argv) {
    int rank, out[N] = {0}, in[N];
    MPI_Request requests[2 * N];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++) {
        MPI_Irecv(&in[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Isend(&out[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &requests[N + i]);
    }
    MPI_Waitall(2 * N, requests, status);
    MPI_Finalize();
    return before[0] + behind[0] == 1;
}
