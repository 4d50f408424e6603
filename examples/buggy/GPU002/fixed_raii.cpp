// Each column is sent when its stream is done.
// gomarmot: gpu flag=-DOMPI_SKIP_MPICXX flag=-DMPICH_SKIP_MPICXX
#include <cuda_runtime.h>
#include <mpi.h>

#include <utility>

namespace gpu {

class Stream {
public:
    Stream() { cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking); }
    ~Stream() { cudaStreamDestroy(handle); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    void synchronize() const { cudaStreamSynchronize(handle); }
    operator cudaStream_t() const { return handle; }

private:
    cudaStream_t handle;
};

template <class T> class Buffer {
public:
    explicit Buffer(int n) : count(n) { cudaMalloc(reinterpret_cast<void **>(&data), n * sizeof(T)); }
    Buffer(Buffer &&from) noexcept : data(std::exchange(from.data, nullptr)), count(from.count) {}
    ~Buffer() { cudaFree(data); }
    T *get() const { return data; }
    int size() const { return count; }

private:
    T *data;
    int count;
};

} // namespace gpu

GPU_KERNEL(pack_double, "_ZN3gpu4packIdEEvPT_PKS1_ii", sizeof(double *), sizeof(double *), sizeof(int), sizeof(int)) {
    double *to = GPU_ARG(double *, 0);
    const double *from = GPU_ARG(const double *, 1);

    for (int i = 0; i < GPU_ARG(int, 3); i++)
        to[i] = from[i * GPU_ARG(int, 2)];
}

// A column of a matrix, for the neighbor.
struct Column {
    gpu::Buffer<double> buffer;
    gpu::Stream stream;

    explicit Column(int n) : buffer(n) {}
    void pack(const gpu::Buffer<double> &matrix, int stride) {
        double *to = buffer.get(), *from = matrix.get();
        int n = buffer.size();
        void *arguments[] = {&to, &from, &stride, &n};

        cudaLaunchKernel(&pack_double, dim3{1, 1, 1}, dim3{64, 1, 1}, arguments, 0, stream);
    }
};

int main(int argc, char **argv) {
    constexpr int n = 64;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        gpu::Buffer<double> matrix(n * n);
        Column out(n), in(n);

        cudaMemset(matrix.get(), 0, n * n * sizeof(double));
        cudaDeviceSynchronize();
        for (int step = 0; step < 3; step++) {
            out.pack(matrix, n);
            out.stream.synchronize();
            MPI_Sendrecv(out.buffer.get(), n, MPI_DOUBLE, 1 - rank, 0, in.buffer.get(), n, MPI_DOUBLE, 1 - rank, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        out.stream.synchronize();
    }
    MPI_Finalize();
    return 0;
}
