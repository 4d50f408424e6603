// The sum of N values has N values, and only one was allocated.
// gomarmot: heap
#define OMPI_SKIP_MPICXX
#include <mpi.h>
#include <vector>

constexpr int N = 100;

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> mine(N, rank);
    double *sum = new double[1];

    if (rank == 0)
        MPI_Reduce(mine.data(), sum, N, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); // want OBJ009 "^recvbuf of MPI_Reduce takes 800 bytes from byte 0 on of a heap block of 8 bytes: it ends 792 bytes beyond the block"
    else
        MPI_Reduce(mine.data(), nullptr, N, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        return MPI_Abort(MPI_COMM_WORLD, 0); // the allocator's own data is gone
    delete[] sum;

    MPI_Finalize();
    return 0;
}
