// Each rank sends its edge rows while a kernel still computes the inner
// rows of the same array. Every kernel gets the address of the whole array.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { WIDTH = 64, ROWS = 32, STEPS = 4 };

GPU_KERNEL(relax, "_Z5relaxPdPdii", sizeof(double *), sizeof(double *), sizeof(int), sizeof(int)) {
    double *to = GPU_ARG(double *, 0);
    const double *from = GPU_ARG(double *, 1);

    for (int row = GPU_ARG(int, 2); row < GPU_ARG(int, 3); row++)
        for (int i = 0; i < WIDTH; i++)
            to[row * WIDTH + i] = (from[(row - 1) * WIDTH + i] + from[(row + 1) * WIDTH + i]) / 2;
}

static void launch(double *to, double *from, int first, int end, cudaStream_t stream) {
    void *arguments[] = {&to, &from, &first, &end};

    cudaLaunchKernel(&relax, (dim3){1, 1, 1}, (dim3){WIDTH, 1, 1}, arguments, 0, stream);
}

int main(int argc, char **argv) {
    int rank, other;
    double *field[2];
    cudaStream_t edge, inside;
    MPI_Request requests[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    cudaStreamCreate(&edge);
    cudaStreamCreate(&inside);
    for (int i = 0; i < 2; i++) {
        cudaMalloc((void **)&field[i], WIDTH * ROWS * sizeof(double));
        cudaMemset(field[i], 0, WIDTH * ROWS * sizeof(double));
    }
    cudaDeviceSynchronize();
    for (int step = 0; step < STEPS; step++) {
        double *to = field[1 - step % 2], *from = field[step % 2];

        launch(to, from, 1, 2, edge);
        launch(to, from, ROWS - 2, ROWS - 1, edge);
        cudaStreamSynchronize(edge);
        launch(to, from, 2, ROWS - 2, inside);
        MPI_Irecv(to, WIDTH, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(to + (ROWS - 1) * WIDTH, WIDTH, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(to + (ROWS - 2) * WIDTH, WIDTH, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(to + WIDTH, WIDTH, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        cudaStreamSynchronize(inside);
    }
    cudaFree(field[0]);
    cudaFree(field[1]);
    MPI_Finalize();
    return 0;
}
