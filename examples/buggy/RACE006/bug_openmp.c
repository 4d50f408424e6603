// The second OpenMP thread changes the buffer of a pending MPI_Isend.
// gomarmot: access=auto flag=-fopenmp env=OMP_NUM_THREADS=2
#include <mpi.h>
#include <omp.h>

enum { GO, DATA, N = 1 << 18 };

static int data[N];

int main(int argc, char **argv) {
    int provided, rank, go = 0;
    static int in[N];
    MPI_Request request;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Isend(data, N, MPI_INT, 1, DATA, MPI_COMM_WORLD, &request);
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 1)
            for (int i = 0; i < N; i++)
                data[i] += i; // want RACE006 "^this store changes 1 MiB of buf of the pending MPI_Isend, which reads them until its request is complete"
        MPI_Send(&go, 1, MPI_INT, 1, GO, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(&go, 1, MPI_INT, 0, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, N, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
