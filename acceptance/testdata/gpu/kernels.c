// Launches more kernels than gomarmot's table of kernels has room for. Kernel i uses all but the first i bytes of a buffer.
#include <cuda_runtime.h>
#include <mpi.h>

enum { KERNELS = 5000, BYTES = 8192 };

static struct gputest_kernel kernels[KERNELS];

static void nothing(void **arguments) {
    (void)arguments;
}

int main(int argc, char **argv) {
    char *buffer;

    MPI_Init(&argc, &argv);
    cudaMalloc((void **)&buffer, BYTES);
    for (int i = 0; i < KERNELS; i++) {
        char *at = buffer + i;
        void *arguments[] = {&at};

        kernels[i] = (struct gputest_kernel){"_Z1kPc", nothing, 1, {sizeof at}};
        cudaLaunchKernel(&kernels[i], (dim3){1, 1, 1}, (dim3){1, 1, 1}, arguments, 0, 0);
        if (i % 100 == 99)
            cudaDeviceSynchronize();
    }
    MPI_Finalize();
    return 0;
}
