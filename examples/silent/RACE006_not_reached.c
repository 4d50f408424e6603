// A loop reads the buffers of pending receives only where a mark is set. No mark is set, so
// the loop reads neither buffer, and no compiler may add such a read.
// gomarmot: access=auto
#include <mpi.h>

enum { N = 20 };

int late, marks[N];

static int total(const int *marks, const int *values, int n) {
    int sum = 0;

    for (int i = 0; i < n; i++)
        if (marks[i] > 0)
            sum += late + *values;
    return sum;
}

int main(int argc, char **argv) {
    int rank, values = 0, sum = 0;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Irecv(&late, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Allreduce(MPI_IN_PLACE, marks, N, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        sum = total(marks, &values, N);
        for (int i = 0; i < N; i++)
            if (marks[i] > 0)
                sum += values;
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        sum += late + values;
    } else {
        MPI_Allreduce(MPI_IN_PLACE, marks, N, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        if (rank == 1) {
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
    }

    MPI_Finalize();
    return sum == 1;
}
