// The elements of the vector are broadcast, all numbers with the datatypes of their types.
// gomarmot: access=plugin flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <array>
#include <complex>
#include <vector>

static MPI_Datatype type_of(const double *) { return MPI_DOUBLE; }
static MPI_Datatype type_of(const int *) { return MPI_INT; }

template <typename T> void share(std::vector<T> &values) {
    MPI_Bcast(values.data(), static_cast<int>(values.size()), type_of(values.data()), 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    std::vector<double> heat(8);
    std::vector<int> counts(8);
    std::vector<std::complex<float>> waves(4);
    std::array<float, 3> force{};
    std::size_t size = heat.size();
    auto all = [&] { MPI_Bcast(heat.data(), 1, MPI_DOUBLE, 0, MPI_COMM_SELF); };
    all();
    share(heat);
    share(counts);
    MPI_Bcast(&heat[1], 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(waves.data(), 4, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(waves.data(), 2, MPI_C_FLOAT_COMPLEX, 0, MPI_COMM_WORLD);
    MPI_Bcast(force.data(), 3, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    MPI_Finalize();
}
