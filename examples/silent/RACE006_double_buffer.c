// Each rank fills one send buffer while the other send buffer is being sent.
// gomarmot: access=auto
#include <mpi.h>

enum { N = 500, STEPS = 6 };

int main(int argc, char **argv) {
    int rank, sum = 0;
    static int out[2][N], in[2][N];
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int n = 0; n < STEPS; n++) {
        int *next = out[n % 2];
        for (int i = 0; i < N; i++)
            next[i] = n * i;
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Irecv(in[n % 2], N, MPI_INT, 1 - rank, n, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(next, N, MPI_INT, 1 - rank, n, MPI_COMM_WORLD, &requests[1]);
        for (int i = 0; i < N && n > 0; i++)
            sum += in[(n - 1) % 2][i] + next[i]; // the program may read a buffer that is being sent
    }
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);

    MPI_Finalize();
    return sum == 1;
}
