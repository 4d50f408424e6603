/*
 * HIP's runtime on the test GPU. Like AMD's runtime, it calls some of its own functions by their
 * names, keeps the result of each call as the thread's last error, and returns from copies and
 * fills without the suffix Async only when they are complete.
 */
#include <stdlib.h>
#include <string.h>

#include "code.h"
#include "hip/hip_runtime.h"
#include "memory.h"
#include "stream.h"
#include "tasks.h"

enum { DEVICES = 2 };

static __thread hipError_t last;

static hipError_t result(hipError_t e)
{
	last = e;
	return e;
}

static hipError_t of_hip(int ok)
{
	return result(ok ? hipSuccess : hipErrorInvalidValue);
}

static struct gputest_stream *stream_of(hipStream_t handle)
{
	return gputest_stream_of(handle, 0);
}

hipError_t hipGetLastError(void)
{
	const hipError_t e = last;

	last = hipSuccess;
	return e;
}

hipError_t hipGetDeviceCount(int *count)
{
	*count = DEVICES;
	return result(hipSuccess);
}

hipError_t hipSetDevice(int number)
{
	return result(number >= 0 && number < DEVICES ? hipSuccess : hipErrorInvalidDevice);
}

/* Memory. */

static hipError_t allocate(void **at, size_t size, enum kind kind)
{
	*at = gputest_allocate(size, kind);
	return result(*at ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipMalloc(void **at, size_t size)
{
	return allocate(at, size, DEVICE);
}

hipError_t hipMallocManaged(void **at, size_t size, unsigned flags)
{
	(void)flags;
	return allocate(at, size, MANAGED);
}

hipError_t hipMallocAsync(void **at, size_t size, hipStream_t stream)
{
	(void)stream;
	return allocate(at, size, DEVICE);
}

hipError_t hipHostMalloc(void **at, size_t size, unsigned flags)
{
	(void)flags;
	return allocate(at, size, PINNED);
}

hipError_t hipHostRegister(void *at, size_t size, unsigned flags)
{
	(void)size, (void)flags;
	return of_hip(at != NULL);
}

hipError_t hipHostUnregister(void *at)
{
	return of_hip(at != NULL);
}

hipError_t hipFree(void *at)
{
	if (!at)
		return result(hipSuccess);
	gputest_all_wait();
	return of_hip(!gputest_release(at));
}

hipError_t hipHostFree(void *at)
{
	return hipFree(at);
}

hipError_t hipFreeAsync(void *at, hipStream_t stream)
{
	if (!at)
		return result(hipSuccess);
	gputest_stream_wait(stream_of(stream));
	return of_hip(!gputest_release(at));
}

/* Copies and fills. */

hipError_t hipMemcpyAsync(
	void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream)
{
	(void)kind;
	gputest_put_copy(stream_of(stream), to, from, size);
	return result(hipSuccess);
}

hipError_t hipMemcpyAsync_spt(
	void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream)
{
	(void)kind;
	gputest_put_copy(gputest_stream_of(stream, 1), to, from, size);
	return result(hipSuccess);
}

hipError_t hipMemcpyWithStream(
	void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream)
{
	hipMemcpyAsync(to, from, size, kind, stream);
	return hipStreamSynchronize(stream);
}

hipError_t hipMemcpy(void *to, const void *from, size_t size, hipMemcpyKind kind)
{
	return hipMemcpyWithStream(to, from, size, kind, NULL);
}

hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void *from, size_t size, hipStream_t stream)
{
	return hipMemcpyAsync(to, from, size, hipMemcpyHostToDevice, stream);
}

hipError_t hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
	size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream)
{
	for (size_t y = 0; y < height; y++)
		hipMemcpyAsync((char *)to + y * to_pitch, (const char *)from + y * from_pitch,
			width, kind, stream);
	return result(hipSuccess);
}

hipError_t hipMemsetAsync(void *at, int value, size_t size, hipStream_t stream)
{
	gputest_put_fill(stream_of(stream), at, value, size);
	return result(hipSuccess);
}

hipError_t hipMemset(void *at, int value, size_t size)
{
	hipMemsetAsync(at, value, size, NULL);
	return hipStreamSynchronize(NULL);
}

/* Supports only values whose four bytes are equal. */
hipError_t hipMemsetD32Async(hipDeviceptr_t at, int value, size_t n, hipStream_t stream)
{
	return hipMemsetAsync(at, value & 0xff, n * sizeof value, stream);
}

/* Streams. */

hipError_t hipStreamCreate(hipStream_t *stream)
{
	return hipStreamCreateWithFlags(stream, hipStreamDefault);
}

hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags)
{
	*stream = gputest_stream_new(!(flags & hipStreamNonBlocking));
	return result(hipSuccess);
}

hipError_t hipStreamDestroy(hipStream_t stream)
{
	return of_hip(stream != NULL); /* the stream's thread is never ended */
}

hipError_t hipStreamSynchronize(hipStream_t stream)
{
	gputest_stream_wait(stream_of(stream));
	return result(hipSuccess);
}

hipError_t hipStreamSynchronize_spt(hipStream_t stream)
{
	gputest_stream_wait(gputest_stream_of(stream, 1));
	return result(hipSuccess);
}

hipError_t hipStreamQuery(hipStream_t stream)
{
	return result(gputest_stream_idle(stream_of(stream)) ? hipSuccess : hipErrorNotReady);
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags)
{
	(void)flags;
	gputest_stream_await(stream_of(stream), event);
	return result(hipSuccess);
}

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode)
{
	(void)mode;
	gputest_capture_begin(stream);
	return result(hipSuccess);
}

hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *graph)
{
	*graph = gputest_capture_end(stream);
	return result(hipSuccess);
}

hipError_t hipGraphInstantiateWithFlags(
	hipGraphExec_t *exec, hipGraph_t graph, unsigned long long flags)
{
	(void)flags;
	*exec = graph;
	return result(hipSuccess);
}

hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream)
{
	gputest_graph_put(exec, stream_of(stream));
	return result(hipSuccess);
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void *data)
{
	gputest_put_host(stream_of(stream), function, data);
	return result(hipSuccess);
}

/* Events. */

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags)
{
	(void)flags;
	*event = calloc(1, sizeof **event);
	return result(hipSuccess);
}

hipError_t hipEventCreate(hipEvent_t *event)
{
	return hipEventCreateWithFlags(event, hipEventDefault);
}

hipError_t hipEventDestroy(hipEvent_t event)
{
	return of_hip(event != NULL); /* a stream may still use it */
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream)
{
	gputest_event_record(event, stream_of(stream));
	return result(hipSuccess);
}

hipError_t hipEventSynchronize(hipEvent_t event)
{
	gputest_event_wait(event);
	return result(hipSuccess);
}

hipError_t hipEventQuery(hipEvent_t event)
{
	return result(gputest_event_done(event) ? hipSuccess : hipErrorNotReady);
}

hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start, hipEvent_t stop)
{
	*milliseconds = 1;
	return result(gputest_event_done(start) && gputest_event_done(stop) ? hipSuccess
									    : hipErrorNotReady);
}

hipError_t hipDeviceSynchronize(void)
{
	gputest_all_wait();
	return result(hipSuccess);
}

/* Kernels. */

enum { FUNCTIONS = 256 };

/* A function by which the program launches a kernel. */
static struct {
	const void *function;
	struct gputest_kernel *kernel; /* NULL: it is not run */
} functions[FUNCTIONS];
static int registered;

void **__hipRegisterFatBinary(const void *image)
{
	const void **module = malloc(sizeof *module);

	*module = image;
	return (void **)module;
}

void __hipUnregisterFatBinary(void **module)
{
	free(module);
}

void __hipRegisterFunction(void **module, const void *function, char *name, const char *device_name,
	unsigned limit, void *tid, void *bid, void *block, void *grid, int *warp)
{
	(void)name, (void)device_name, (void)limit;
	(void)tid, (void)bid, (void)block, (void)grid, (void)warp;
	if (registered < FUNCTIONS) {
		functions[registered].function = function;
		functions[registered++].kernel = gputest_kernel_of(*module);
	}
}

static void nothing(void *data)
{
	(void)data;
}

static hipError_t launch(struct gputest_stream *s, struct gputest_kernel *kernel, void **arguments)
{
	if (kernel)
		gputest_put_kernel(s, kernel, arguments);
	else
		gputest_put_host(s, nothing, NULL);
	return result(hipSuccess);
}

static hipError_t launch_function(struct gputest_stream *s, const void *function, void **arguments)
{
	for (int i = 0; i < registered; i++)
		if (functions[i].function == function)
			return launch(s, functions[i].kernel, arguments);
	return result(hipErrorInvalidValue);
}

static __thread struct {
	dim3 grid, block;
	size_t shared;
	hipStream_t stream;
} configuration;

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared, hipStream_t stream)
{
	configuration.grid = grid;
	configuration.block = block;
	configuration.shared = shared;
	configuration.stream = stream;
	return result(hipSuccess);
}

hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, hipStream_t *stream)
{
	*grid = configuration.grid;
	*block = configuration.block;
	*shared = configuration.shared;
	*stream = configuration.stream;
	return result(hipSuccess);
}

hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared, hipStream_t stream)
{
	(void)grid, (void)block, (void)shared;
	return launch_function(stream_of(stream), function, arguments);
}

hipError_t hipLaunchKernel_spt(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared, hipStream_t stream)
{
	(void)grid, (void)block, (void)shared;
	return launch_function(gputest_stream_of(stream, 1), function, arguments);
}

hipError_t hipExtLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared, hipStream_t stream, hipEvent_t start, hipEvent_t stop, int flags)
{
	(void)flags;
	if (start)
		hipEventRecord(start, stream);
	hipLaunchKernel(function, grid, block, arguments, shared, stream);
	if (stop)
		hipEventRecord(stop, stream);
	return result(hipSuccess);
}

hipError_t hipModuleLoadData(hipModule_t *module, const void *image)
{
	*module = (hipModule_t)gputest_kernel_of(image);
	return result(hipSuccess);
}

hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name)
{
	const struct gputest_kernel *kernel = (const struct gputest_kernel *)module;

	*function = (hipFunction_t)module;
	return result(strcmp(kernel->name, name) ? hipErrorNotFound : hipSuccess);
}

hipError_t hipModuleUnload(hipModule_t module)
{
	return of_hip(module != NULL);
}

/* Arguments in a block have the alignment of C. */
static void spread(const struct gputest_kernel *kernel, char *block, void **arguments)
{
	size_t offset = 0;

	for (unsigned i = 0; i < kernel->n; i++) {
		offset = gputest_behind(offset, kernel->sizes[i]);
		arguments[i] = block + offset;
		offset += kernel->sizes[i];
	}
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gx, unsigned gy, unsigned gz,
	unsigned bx, unsigned by, unsigned bz, unsigned shared, hipStream_t stream,
	void **arguments, void **extra)
{
	void *each[8];

	(void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared;
	if (!arguments) {
		if (!extra || extra[0] != HIP_LAUNCH_PARAM_BUFFER_POINTER)
			return result(hipErrorInvalidValue);
		spread((const struct gputest_kernel *)function, extra[1], each);
		arguments = each;
	}
	return launch(stream_of(stream), (struct gputest_kernel *)function, arguments);
}
