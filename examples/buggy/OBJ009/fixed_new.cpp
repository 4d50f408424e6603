// The result of the reduction has N values, and N values were allocated.
// gomarmot: heap
#define OMPI_SKIP_MPICXX
#include <mpi.h>
#include <vector>

constexpr int N = 3;

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> mine(N, rank);
    double *sum = new double[N];

    if (rank == 0)
        MPI_Reduce(mine.data(), sum, N, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce(mine.data(), nullptr, N, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    delete[] sum;

    MPI_Finalize();
    return 0;
}
