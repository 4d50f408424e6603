// The vector has room for all elements before the window is created, so push_back does not move them.
// gomarmot: heap flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    std::vector<double> samples(64, rank);
    samples.reserve(72);
    MPI_Win window;
    MPI_Win_create(samples.data(), (MPI_Aint)(samples.size() * sizeof(double)), sizeof(double), MPI_INFO_NULL,
        MPI_COMM_WORLD, &window);
    for (int i = 0; i < 8; i++)
        samples.push_back(i);
    MPI_Win_free(&window);

    MPI_Finalize();
    return samples.size() == 72 ? 0 : 1;
}
