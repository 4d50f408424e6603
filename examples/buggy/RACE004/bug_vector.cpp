// std::fill and a template change the window of rank 1, a vector, while rank 0 puts to it and gets from it.
// gomarmot: access=auto flag=-O2 flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <algorithm>
#include <vector>

class Histogram {
  public:
    explicit Histogram(int bins) : counts(static_cast<std::size_t>(bins), 0) {
        MPI_Win_create(counts.data(), bins * static_cast<MPI_Aint>(sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    }
    ~Histogram() { MPI_Win_free(&win); }
    template <typename F> void each(F &&f) {
        for (int &n : counts)
            f(n);
    }
    std::vector<int> counts;
    MPI_Win win;
};

int main(int argc, char **argv) {
    int rank, ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, seen[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        Histogram histogram(32);
        MPI_Win_fence(0, histogram.win);
        if (rank == 0) {
            MPI_Put(ones, 8, MPI_INT, 1, 0, 8, MPI_INT, histogram.win);
            MPI_Get(seen, 8, MPI_INT, 1, 16, 8, MPI_INT, histogram.win);
        } else {
            std::fill(histogram.counts.begin() + 4, histogram.counts.begin() + 12, 7); // want RACE004 "^MPI_Put of rank 0 writes, and a store of rank 1 changes, the same 16 bytes of rank 1, from byte 16 of its window on"
        }
        MPI_Win_fence(0, histogram.win);
        if (rank == 0)
            MPI_Put(ones, 4, MPI_INT, 1, 20, 4, MPI_INT, histogram.win);
        else
            histogram.each([](int &n) { n = 5; }); // want RACE004 "^MPI_Put of rank 0 writes, and a store of rank 1 changes, the same 16 bytes of rank 1, from byte 80 of its window on"
        MPI_Win_fence(0, histogram.win);
    }
    MPI_Finalize();
    return 0;
}
