// An algorithm reads the vector that MPI still receives.
// gomarmot: gpu flag=-DOMPI_SKIP_MPICXX flag=-DMPICH_SKIP_MPICXX
#include <cuda_runtime.h>
#include <mpi.h>

namespace lib {

// A vector in the GPU's memory, as libraries of parallel algorithms have it.
template <class T> class device_vector {
public:
    explicit device_vector(int n) : first(nullptr), count(n) {
        cudaMalloc(reinterpret_cast<void **>(&first), n * sizeof(T));
    }
    ~device_vector() { cudaFree(first); }
    device_vector(const device_vector &) = delete;
    device_vector &operator=(const device_vector &) = delete;
    T *data() { return first; }
    int size() const { return count; }

private:
    T *first;
    int count;
};

} // namespace lib

GPU_KERNEL(plus_kernel, "_ZN3lib6detail4plusIdEEvPT_PKS2_i", sizeof(double *), sizeof(double *), sizeof(int)) {
    for (int i = 0; i < GPU_ARG(int, 2); i++)
        GPU_ARG(double *, 0)[i] += GPU_ARG(double *, 1)[i];
}

namespace lib {

// Algorithms return at once; the work on the stream goes on.
template <class T> void add_to(cudaStream_t stream, device_vector<T> &sum, device_vector<T> &other) {
    T *to = sum.data(), *from = other.data();
    int n = sum.size();
    void *arguments[] = {&to, &from, &n};

    cudaLaunchKernel(&plus_kernel, dim3{1, 1, 1}, dim3{256, 1, 1}, arguments, 0, stream); // want GPU003 "^the kernel void lib::detail::plus<double>\(double\*, double const\*, int\) on stream 1 may use buf of the pending MPI_Irecv, which writes to it until its request is complete$"
}

} // namespace lib

int main(int argc, char **argv) {
    constexpr int n = 1000;
    int rank;
    cudaStream_t stream;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaStreamCreate(&stream);
    {
        lib::device_vector<double> sum(n), part(n), mine(n);
        MPI_Request requests[2];

        cudaMemsetAsync(sum.data(), 0, n * sizeof(double), stream);
        cudaMemsetAsync(mine.data(), 0, n * sizeof(double), stream);
        cudaStreamSynchronize(stream);
        MPI_Irecv(part.data(), n, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(mine.data(), n, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
        lib::add_to(stream, sum, mine); // only reads what is being sent
        lib::add_to(stream, sum, part);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        cudaStreamSynchronize(stream);
    }
    cudaStreamDestroy(stream);
    MPI_Finalize();
    return 0;
}
