// The vector object is broadcast instead of its elements, and numbers with datatypes of another size or kind.
// gomarmot: access=plugin flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <array>
#include <complex>
#include <vector>

template <typename T> void share(std::vector<T> &values) {
    MPI_Bcast(values.data(), static_cast<int>(values.size()), MPI_INT, 0, MPI_COMM_WORLD); // want OBJ008 "is declared as double, a floating point number of 8 bytes, but the datatype is MPI_INT"
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    std::vector<double> heat(8);
    std::vector<std::complex<float>> waves(4);
    std::array<float, 3> force{};
    std::size_t size = heat.size();
    auto all = [&] { MPI_Bcast(&heat, 1, MPI_DOUBLE, 0, MPI_COMM_SELF); }; // want OBJ008 "which has a pointer of 8 bytes at byte 0, but the datatype is MPI_DOUBLE"
    all();
    share(heat);
    MPI_Bcast(&heat[1], 2, MPI_FLOAT, 0, MPI_COMM_WORLD);         // want OBJ008 "MPI_FLOAT .4 bytes.; MPI_DOUBLE fits"
    MPI_Bcast(waves.data(), 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);    // want OBJ008 "a floating point number of 4 bytes"
    MPI_Bcast(force.data(), 3, MPI_INT, 0, MPI_COMM_WORLD);       // want OBJ008 "a floating point number of 4 bytes"
    MPI_Bcast(&size, 1, MPI_LONG, 0, MPI_COMM_WORLD);             // want OBJ008 "an unsigned integer of 8 bytes, but the datatype is MPI_LONG"
    MPI_Finalize();
}
