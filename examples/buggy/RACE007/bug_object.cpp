// Rank 0 constructs an object in shared memory. Rank 1 reads its entries without waiting for the constructor.
// gomarmot: access=auto flag=-O2 flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <algorithm>
#include <array>
#include <new>

struct Table {
    std::array<int, 16> entries;
    int used;
    Table() : used(3) { entries.fill(9); } // want RACE007 "^a store of rank 0 changes, and a load of rank 1 reads, the same \d+ bytes of the shared memory of rank 0"
};

int main(int argc, char **argv) {
    int rank, unit;
    MPI_Aint size;
    MPI_Win win;
    void *memory;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank ? 0 : sizeof(Table), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &memory);

    long largest = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        new (memory) Table;
    } else {
        const auto *table = static_cast<const Table *>(memory);
        largest = *std::max_element(table->entries.begin(), table->entries.end());
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return largest < 0;
}
