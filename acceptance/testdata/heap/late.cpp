// Blocks are freed by destructors after MPI_Finalize, among them memory that was a window and a
// message, and by threads that MPI knows nothing of.
#define OMPI_SKIP_MPICXX
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <sys/wait.h>
#include <vector>

struct Late {
    std::vector<double> values = std::vector<double>(1000, 1.0);
    std::unique_ptr<int[]> cells{new int[100]()};
    char *raw = static_cast<char *>(std::malloc(1 << 20));

    ~Late() {
        std::free(raw);
        raw = static_cast<char *>(std::realloc(nullptr, 10));
        std::free(raw);
    }
};

static Late late;

// A thread that allocates, frees and resizes; returns a sum that depends on all of its blocks.
static void churn(unsigned seed, long *sum) {
    std::vector<std::string> all;

    for (int i = 0; i < 20000; i++) {
        seed = seed * 1103515245 + 12345;
        all.push_back(std::string(seed >> 16 & 1023, 'a'));
        *sum += static_cast<long>(all.back().size());
        if (all.size() > 200)
            all.erase(all.begin(), all.begin() + 100);
    }
}

int main(int argc, char **argv) {
    int rank, provided, other;
    long sums[4] = {}, total = 0;
    MPI_Win win;
    MPI_Request request;
    std::vector<std::thread> threads;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Win_create(late.cells.get(), 100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (unsigned i = 0; i < 4; i++)
        threads.emplace_back(churn, i, &sums[i]);
    for (int step = 0; step < 200; step++) {
        auto message = std::make_unique<double[]>(100 + step);

        std::vector<double> got(100 + step);
        for (int i = 0; i < 100 + step; i++)
            message[i] = rank;
        MPI_Isend(message.get(), 100 + step, MPI_DOUBLE, other, step, MPI_COMM_WORLD, &request);
        MPI_Recv(got.data(), 100 + step, MPI_DOUBLE, other, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        total += static_cast<long>(got[static_cast<size_t>(step)]);
    }
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&rank, 1, MPI_INT, other, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Bcast(late.values.data(), 1000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (auto &t : threads)
        t.join();
    const pid_t child = fork();
    if (child == 0) { // it frees what is the parent's window
        late.cells.reset();
        _exit(static_cast<int>(late.values.size() - 1000));
    }
    int status = 1;
    waitpid(child, &status, 0);
    for (long s : sums)
        total += s;
    try {
        volatile size_t much = static_cast<size_t>(-1) / 2;
        total += static_cast<long>(std::unique_ptr<char[]>(new char[much])[0]);
    } catch (const std::bad_alloc &) {
        total++;
    }
    std::printf("rank %d: %ld, cell %d, child %d\n", rank, total, late.cells[0], status);
    MPI_Win_free(&win);
    MPI_Finalize();
    late.cells.reset(new int[10]);
    return 0;
}
