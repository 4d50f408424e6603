// A fence follows the copy into the buffer that MPI sends.
// gomarmot: gpu flag=-DOMPI_SKIP_MPICXX flag=-DMPICH_SKIP_MPICXX
#include <cuda_runtime.h>
#include <mpi.h>

namespace pk {

// All work goes to one stream; fence waits for it.
inline cudaStream_t &stream() {
    static cudaStream_t it;
    return it;
}
inline void initialize() { cudaStreamCreate(&stream()); }
inline void finalize() { cudaStreamDestroy(stream()); }
inline void fence() { cudaStreamSynchronize(stream()); }

struct View {
    double *data;
    int size;

    explicit View(int n) : size(n) { cudaMalloc(reinterpret_cast<void **>(&data), n * sizeof(double)); }
    ~View() { cudaFree(data); }
    View(const View &) = delete;
    View &operator=(const View &) = delete;
};

// With an execution space, deep_copy does not wait.
inline void deep_copy(cudaStream_t space, View &to, const View &from) {
    cudaMemcpyAsync(to.data, from.data, to.size * sizeof(double), cudaMemcpyDeviceToDevice, space);
}
// Without, it does.
inline void deep_copy(View &to, const View &from) {
    deep_copy(stream(), to, from);
    fence();
}

} // namespace pk

GPU_KERNEL(step_kernel, "_ZN2pk4Impl22cuda_parallel_launch_lINS0_11ParallelForIZ4mainEUliE_EEEEvT_", 2 * sizeof(double *)) {
    double **functor = &GPU_ARG(double *, 0);

    for (int i = 0; i < 100; i++)
        functor[0][i] = functor[1][i] + 1;
}

// The functor of a loop is a structure that has captured its views.
static void parallel_for(const pk::View &to, const pk::View &from) {
    struct {
        double *to, *from;
    } functor = {to.data, from.data};
    void *arguments[] = {&functor};

    cudaLaunchKernel(&step_kernel, dim3{1, 1, 1}, dim3{128, 1, 1}, arguments, 0, pk::stream());
}

int main(int argc, char **argv) {
    constexpr int n = 100;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pk::initialize();
    {
        pk::View field(n), next(n), out(n), in(n);

        cudaMemset(field.data, 0, n * sizeof(double));
        pk::fence();
        for (int step = 0; step < 3; step++) {
            parallel_for(next, field);
            pk::deep_copy(pk::stream(), out, next);
            pk::fence();
            MPI_Sendrecv(out.data, n, MPI_DOUBLE, 1 - rank, 0, in.data, n, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            pk::deep_copy(field, in);
        }
    }
    pk::finalize();
    MPI_Finalize();
    return 0;
}
