// Rank 0 uses vectors, an array and an object after the operations that send or receive them are complete.
// gomarmot: access=auto flag=-O2 flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <algorithm>
#include <array>
#include <new>
#include <numeric>
#include <vector>

namespace {

struct Cell {
    double value;
    long owner;
    explicit Cell(long rank) : value(1), owner(rank) {}
};

template <typename T> T total(const std::vector<T> &values) {
    T sum = 0;
    for (const T &x : values)
        sum += x;
    return sum;
}

} // namespace

int main(int argc, char **argv) {
    enum { N = 50 };
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int other = 1 - rank;

    std::vector<double> mine(N, 1), theirs(N), more(N);
    std::vector<int> order(N);
    std::array<float, N> force{};
    alignas(Cell) unsigned char room[sizeof(Cell)] = {};
    double sum = 0;
    MPI_Request requests[6];

    if (rank == 0) {
        MPI_Isend(mine.data(), N, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(order.data(), N, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(force.data(), N, MPI_FLOAT, other, 2, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(room, sizeof room, MPI_BYTE, other, 3, MPI_COMM_WORLD, &requests[3]);
        MPI_Irecv(theirs.data(), N, MPI_DOUBLE, other, 4, MPI_COMM_WORLD, &requests[4]);
        MPI_Irecv(more.data(), N, MPI_DOUBLE, other, 5, MPI_COMM_WORLD, &requests[5]);
        MPI_Send(nullptr, 0, MPI_INT, other, 6, MPI_COMM_WORLD);
        MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
        const std::vector<double> next(N, 2);
        std::copy(next.begin(), next.end(), mine.begin());
        std::iota(order.begin(), order.end(), 0);
        force.fill(3);
        const Cell *cell = new (room) Cell(rank);
        const auto add = [&](double x) { sum += x + static_cast<double>(cell->owner); };
        std::for_each(more.begin(), more.end(), add);
        sum += total(theirs);
    } else {
        MPI_Recv(nullptr, 0, MPI_INT, other, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(mine.data(), N, MPI_DOUBLE, other, 4, MPI_COMM_WORLD);
        MPI_Send(mine.data(), N, MPI_DOUBLE, other, 5, MPI_COMM_WORLD);
        MPI_Recv(mine.data(), N, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(order.data(), N, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(force.data(), N, MPI_FLOAT, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(room, sizeof room, MPI_BYTE, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return sum < 0;
}
