/* The part of HIP that the test GPU has: names, types and values as in AMD's headers. */
#ifndef GPUTEST_HIP_RUNTIME_H
#define GPUTEST_HIP_RUNTIME_H

#include <stddef.h>

#include "../kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gputest_stream *hipStream_t;
typedef struct gputest_event *hipEvent_t;
typedef struct gputest_graph *hipGraph_t, *hipGraphExec_t;
typedef struct gputest_module *hipModule_t;
typedef struct gputest_function *hipFunction_t;
typedef void *hipDeviceptr_t;
typedef void (*hipHostFn_t)(void *data);

#define hipStreamPerThread ((hipStream_t)2)

typedef enum {
	hipSuccess = 0,
	hipErrorInvalidValue = 1,
	hipErrorOutOfMemory = 2,
	hipErrorInvalidDevice = 101,
	hipErrorInvalidResourceHandle = 400,
	hipErrorNotFound = 500,
	hipErrorNotReady = 600
} hipError_t;
typedef enum hipMemcpyKind {
	hipMemcpyHostToHost = 0,
	hipMemcpyHostToDevice = 1,
	hipMemcpyDeviceToHost = 2,
	hipMemcpyDeviceToDevice = 3,
	hipMemcpyDefault = 4
} hipMemcpyKind;
typedef enum { hipStreamCaptureModeGlobal = 0 } hipStreamCaptureMode;

#define hipStreamDefault 0u
#define hipStreamNonBlocking 1u
#define hipEventDefault 0u
#define hipEventDisableTiming 2u
#define hipHostMallocDefault 0u
#define hipMemAttachGlobal 1u

#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define HIP_LAUNCH_PARAM_END ((void *)3)

typedef struct dim3 {
	unsigned x, y, z;
#ifdef __cplusplus
	dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z)
	{
	}
#endif
} dim3;

#ifdef __HIP__ /* a compiler for AMD's GPUs; the test GPU does not run its kernels */
#define __global__ __attribute__((global))
#endif

hipError_t hipGetDeviceCount(int *count);
hipError_t hipSetDevice(int number);
hipError_t hipGetLastError(void);

hipError_t hipMalloc(void **at, size_t size);
hipError_t hipMallocManaged(void **at, size_t size, unsigned flags);
hipError_t hipMallocAsync(void **at, size_t size, hipStream_t stream);
hipError_t hipHostMalloc(void **at, size_t size, unsigned flags);
hipError_t hipHostRegister(void *at, size_t size, unsigned flags);
hipError_t hipHostUnregister(void *at);
hipError_t hipFree(void *at);
hipError_t hipFreeAsync(void *at, hipStream_t stream);
hipError_t hipHostFree(void *at);

hipError_t hipMemcpy(void *to, const void *from, size_t size, hipMemcpyKind kind);
hipError_t hipMemcpyAsync(
	void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyWithStream(
	void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void *from, size_t size, hipStream_t stream);
hipError_t hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
	size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemset(void *at, int value, size_t size);
hipError_t hipMemsetAsync(void *at, int value, size_t size, hipStream_t stream);
hipError_t hipMemsetD32Async(hipDeviceptr_t at, int value, size_t n, hipStream_t stream);

hipError_t hipStreamCreate(hipStream_t *stream);
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags);
hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *graph);
hipError_t hipGraphInstantiateWithFlags(
	hipGraphExec_t *exec, hipGraph_t graph, unsigned long long flags);
hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream);
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void *data);
hipError_t hipEventCreate(hipEvent_t *event);
hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start, hipEvent_t stop);
hipError_t hipDeviceSynchronize(void);

hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared, hipStream_t stream);
hipError_t hipExtLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared, hipStream_t stream, hipEvent_t start, hipEvent_t stop, int flags);
hipError_t hipModuleLoadData(hipModule_t *module, const void *image);
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gx, unsigned gy, unsigned gz,
	unsigned bx, unsigned by, unsigned bz, unsigned shared, hipStream_t stream,
	void **arguments, void **extra);

/* Functions with the suffix _spt, which take NULL for the thread's default stream. */
hipError_t hipMemcpyAsync_spt(
	void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipLaunchKernel_spt(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared, hipStream_t stream);
hipError_t hipStreamSynchronize_spt(hipStream_t stream);

#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM
#define hipMemcpyAsync hipMemcpyAsync_spt
#define hipLaunchKernel hipLaunchKernel_spt
#define hipStreamSynchronize hipStreamSynchronize_spt
#endif

/* Functions that the compiler's code calls: when the program is loaded, and for <<<>>>. */
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared, hipStream_t stream);
hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, hipStream_t *stream);
void **__hipRegisterFatBinary(const void *image);
void __hipRegisterFunction(void **module, const void *function, char *name, const char *device_name,
	unsigned limit, void *tid, void *bid, void *block, void *grid, int *warp);

/* An image with the code object of a kernel, as a compiler makes it. */
const void *gputest_image(const struct gputest_kernel *kernel);

/* A kernel that the program launches by the address of its name. */
#define GPU_KERNEL(function, mangled, ...)                                                         \
	static struct gputest_kernel function;                                                     \
	__attribute__((constructor)) static void function##_register(void)                         \
	{                                                                                          \
		__hipRegisterFunction(__hipRegisterFatBinary(gputest_image(&function)), &function, \
			(char *)mangled, mangled, -1u, NULL, NULL, NULL, NULL, NULL);              \
	}                                                                                          \
	GPUTEST_KERNEL(function, mangled, __VA_ARGS__)

/* A kernel that the program gets from a module, whose image is gputest_image(&function). */
#define GPU_MODULE_KERNEL GPUTEST_KERNEL

#ifdef __cplusplus
}
#endif

#endif
