// Kernels on several streams pack the buffer; the program waits for all of the streams.
// gomarmot: gpu flag=-DOMPI_SKIP_MPICXX flag=-DMPICH_SKIP_MPICXX
#include <cuda_runtime.h>
#include <mpi.h>

#include <array>
#include <vector>

// Boxes are worked on in turn by the streams of a pool.
class Pool {
public:
    static constexpr int most = 4;

    Pool() {
        for (cudaStream_t &s : streams)
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    }
    void next() { current = (current + 1) % most; }
    cudaStream_t stream() const { return streams[current]; }
    void synchronize() const { cudaStreamSynchronize(stream()); }
    void synchronize_all() const {
        for (cudaStream_t s : streams)
            cudaStreamSynchronize(s);
    }

private:
    std::array<cudaStream_t, most> streams;
    int current = 0;
};

GPU_KERNEL(pack_box, "_Z8pack_boxPdPKdii", sizeof(double *), sizeof(double *), sizeof(int), sizeof(int)) {
    double *to = GPU_ARG(double *, 0) + GPU_ARG(int, 2);

    for (int i = 0; i < GPU_ARG(int, 3); i++)
        to[i] = GPU_ARG(const double *, 1)[i];
}

int main(int argc, char **argv) {
    constexpr int boxes = 6, cells = 128;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Pool pool;
    std::vector<double *> box(boxes);
    double *out, *in;

    for (double *&b : box) {
        cudaMalloc(reinterpret_cast<void **>(&b), cells * sizeof(double));
        cudaMemset(b, 0, cells * sizeof(double));
    }
    cudaMalloc(reinterpret_cast<void **>(&out), boxes * cells * sizeof(double));
    cudaMalloc(reinterpret_cast<void **>(&in), boxes * cells * sizeof(double));
    cudaDeviceSynchronize();
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < boxes; i++, pool.next()) { // all halos of the boxes, one behind the other
            int at = i * cells, n = cells;
            void *arguments[] = {&out, &box[i], &at, &n};

            cudaLaunchKernel(&pack_box, dim3{1, 1, 1}, dim3{cells, 1, 1}, arguments, 0, pool.stream());
        }
        pool.synchronize_all();
        MPI_Sendrecv(out, boxes * cells, MPI_DOUBLE, 1 - rank, 0, in, boxes * cells, MPI_DOUBLE, 1 - rank, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        pool.synchronize_all();
    }
    for (double *b : box)
        cudaFree(b);
    cudaFree(out);
    cudaFree(in);
    MPI_Finalize();
    return 0;
}
