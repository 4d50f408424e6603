// The result of the reduction has N values, but only one value was allocated. The
// allocator rounds small blocks up, so the values beyond the block do no harm yet.
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
    double *sum = new double[1];

    if (rank == 0)
        MPI_Reduce(mine.data(), sum, N, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); // want OBJ009 "^recvbuf of MPI_Reduce takes 24 bytes from byte 0 on of a heap block of 8 bytes: it ends 16 bytes beyond the block"
    else
        MPI_Reduce(mine.data(), nullptr, N, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    delete[] sum;

    MPI_Finalize();
    return 0;
}
