/* The driver of the test GPU: libcuda. Each function passes its parameters in a structure, which
 * the subscriber of CUPTI gets (trace.c). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"
#include "memory.h"
#include "stream.h"
#include "tasks.h"
#include "trace.h"

/* A call of the driver. Its id is its line in this file; CUPTI has numbers of its own. */
#define CALL(name, symbol, ...)                            \
	const struct name##_params params = {__VA_ARGS__}; \
	return gputest_traced(__LINE__, #name, &params, call_##name, symbol)

static struct gputest_stream *stream_of(CUstream handle)
{
	return gputest_stream_of(handle, 0);
}

static void *at(CUdeviceptr p)
{
	return (void *)(uintptr_t)p;
}

static CUresult of_cuda(int ok)
{
	return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Memory. */

struct cuMemAlloc_v2_params {
	CUdeviceptr *at;
	size_t size;
};

static CUresult allocate(void **to, size_t size, enum kind kind)
{
	*to = gputest_allocate(size, kind);
	return *to ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult call_cuMemAlloc_v2(const void *params)
{
	const struct cuMemAlloc_v2_params *p = params;

	return allocate((void **)p->at, p->size, DEVICE);
}

CUresult cuMemAlloc_v2(CUdeviceptr *to, size_t size)
{
	CALL(cuMemAlloc_v2, NULL, to, size);
}

struct cuMemAllocManaged_params {
	CUdeviceptr *at;
	size_t size;
	unsigned flags;
};

static CUresult call_cuMemAllocManaged(const void *params)
{
	const struct cuMemAllocManaged_params *p = params;

	return allocate((void **)p->at, p->size, MANAGED);
}

CUresult cuMemAllocManaged(CUdeviceptr *to, size_t size, unsigned flags)
{
	CALL(cuMemAllocManaged, NULL, to, size, flags);
}

struct cuMemAllocHost_v2_params {
	void **at;
	size_t size;
};

static CUresult call_cuMemAllocHost_v2(const void *params)
{
	const struct cuMemAllocHost_v2_params *p = params;

	return allocate(p->at, p->size, PINNED);
}

CUresult cuMemAllocHost_v2(void **to, size_t size)
{
	CALL(cuMemAllocHost_v2, NULL, to, size);
}

struct cuMemFree_v2_params {
	CUdeviceptr at;
};

static CUresult call_cuMemFree_v2(const void *params)
{
	const struct cuMemFree_v2_params *p = params;

	if (!p->at)
		return CUDA_SUCCESS;
	gputest_all_wait();
	return of_cuda(!gputest_release(at(p->at)));
}

CUresult cuMemFree_v2(CUdeviceptr of)
{
	CALL(cuMemFree_v2, NULL, of);
}

struct cuMemFreeHost_params {
	void *at;
};

static CUresult call_cuMemFreeHost(const void *params)
{
	const struct cuMemFreeHost_params *p = params;

	if (!p->at)
		return CUDA_SUCCESS;
	gputest_all_wait();
	return of_cuda(!gputest_release(p->at));
}

CUresult cuMemFreeHost(void *of)
{
	CALL(cuMemFreeHost, NULL, of);
}

struct cuIpcGetMemHandle_params {
	CUipcMemHandle *handle;
	CUdeviceptr at;
};

/* The handle holds the address: no other process opens it. */
static CUresult call_cuIpcGetMemHandle(const void *params)
{
	const struct cuIpcGetMemHandle_params *p = params;

	memcpy(p->handle->reserved, &p->at, sizeof p->at);
	return CUDA_SUCCESS;
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr of)
{
	CALL(cuIpcGetMemHandle, NULL, handle, of);
}

struct cuIpcOpenMemHandle_v2_params {
	CUdeviceptr *at;
	CUipcMemHandle handle;
	unsigned flags;
};

/* The memory of the "other" process is new memory of the size of a page. */
static CUresult call_cuIpcOpenMemHandle_v2(const void *params)
{
	const struct cuIpcOpenMemHandle_v2_params *p = params;

	return allocate((void **)p->at, 4096, DEVICE);
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *to, CUipcMemHandle handle, unsigned flags)
{
	CALL(cuIpcOpenMemHandle_v2, NULL, to, handle, flags);
}

struct cuIpcCloseMemHandle_params {
	CUdeviceptr at;
};

static CUresult call_cuIpcCloseMemHandle(const void *params)
{
	const struct cuIpcCloseMemHandle_params *p = params;

	return of_cuda(!gputest_release(at(p->at)));
}

CUresult cuIpcCloseMemHandle(CUdeviceptr of)
{
	CALL(cuIpcCloseMemHandle, NULL, of);
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *lo, size_t *size, CUdeviceptr in)
{
	struct allocation a;

	if (!gputest_find(at(in), &a))
		return CUDA_ERROR_INVALID_VALUE;
	*lo = (uintptr_t)a.at;
	*size = a.size;
	return CUDA_SUCCESS;
}

static CUresult succeed(const void *params)
{
	(void)params;
	return CUDA_SUCCESS;
}

struct cuMemMap_params {
	CUdeviceptr at;
	size_t size, offset;
	unsigned long long memory, flags;
};

/* The memory is there before, too: tests get it from gputest_allocate. */
CUresult cuMemMap(CUdeviceptr to, size_t size, size_t offset, unsigned long long memory,
	unsigned long long flags)
{
	const struct cuMemMap_params params = {to, size, offset, memory, flags};

	return gputest_traced(__LINE__, "cuMemMap", &params, succeed, NULL);
}

struct cuMemUnmap_params {
	CUdeviceptr at;
	size_t size;
};

CUresult cuMemUnmap(CUdeviceptr of, size_t size)
{
	const struct cuMemUnmap_params params = {of, size};

	return gputest_traced(__LINE__, "cuMemUnmap", &params, succeed, NULL);
}

struct cuModuleGetGlobal_v2_params {
	CUdeviceptr *at;
	size_t *size;
	void *module;
	const char *name;
};

/* Each call makes a variable of the size of a page. */
static CUresult call_cuModuleGetGlobal_v2(const void *params)
{
	const struct cuModuleGetGlobal_v2_params *p = params;

	*p->size = 4096;
	return allocate((void **)p->at, *p->size, DEVICE);
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *to, size_t *size, void *module, const char *name)
{
	CALL(cuModuleGetGlobal_v2, NULL, to, size, module, name);
}

/* Copies and fills. */

struct cuMemcpyAsync_params {
	CUdeviceptr to, from;
	size_t size;
	CUstream stream;
};

static int on_device(CUdeviceptr p)
{
	struct allocation a;

	return gputest_find(at(p), &a) && a.kind == DEVICE;
}

static int on_host(CUdeviceptr p)
{
	struct allocation a;

	return !gputest_find(at(p), &a) || a.kind == PINNED;
}

/* From host memory to host memory, returns when the copy is complete. */
static CUresult call_cuMemcpyAsync(const void *params)
{
	const struct cuMemcpyAsync_params *p = params;

	gputest_put_copy(stream_of(p->stream), at(p->to), at(p->from), p->size);
	if (on_host(p->to) && on_host(p->from))
		gputest_stream_wait(stream_of(p->stream));
	return CUDA_SUCCESS;
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
	CALL(cuMemcpyAsync, NULL, to, from, size, stream);
}

struct cuMemcpy_params {
	CUdeviceptr to, from;
	size_t size;
};

/* Returns when the copy is complete, except from device memory to device memory. */
static CUresult call_cuMemcpy(const void *params)
{
	const struct cuMemcpy_params *p = params;

	gputest_put_copy(stream_of(NULL), at(p->to), at(p->from), p->size);
	if (!on_device(p->to) || !on_device(p->from))
		gputest_stream_wait(stream_of(NULL));
	return CUDA_SUCCESS;
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size)
{
	CALL(cuMemcpy, NULL, to, from, size);
}

#define cuMemcpyHtoD_v2_params cuMemcpy_params
#define cuMemcpyDtoH_v2_params cuMemcpy_params
#define cuMemcpyDtoD_v2_params cuMemcpy_params
#define call_cuMemcpyHtoD_v2 call_cuMemcpy
#define call_cuMemcpyDtoH_v2 call_cuMemcpy
#define call_cuMemcpyDtoD_v2 call_cuMemcpy

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size)
{
	CALL(cuMemcpyHtoD_v2, NULL, to, (uintptr_t)from, size);
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size)
{
	CALL(cuMemcpyDtoH_v2, NULL, (uintptr_t)to, from, size);
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t size)
{
	CALL(cuMemcpyDtoD_v2, NULL, to, from, size);
}

struct cuMemsetD8Async_params {
	CUdeviceptr at;
	unsigned char value;
	size_t n;
	CUstream stream;
};

static CUresult call_cuMemsetD8Async(const void *params)
{
	const struct cuMemsetD8Async_params *p = params;

	gputest_put_fill(stream_of(p->stream), at(p->at), p->value, p->n);
	return CUDA_SUCCESS;
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t n, CUstream stream)
{
	CALL(cuMemsetD8Async, NULL, to, value, n, stream);
}

struct cuMemsetD8_v2_params {
	CUdeviceptr at;
	unsigned char value;
	size_t n;
};

static CUresult call_cuMemsetD8_v2(const void *params)
{
	const struct cuMemsetD8_v2_params *p = params;
	const struct cuMemsetD8Async_params all = {p->at, p->value, p->n, NULL};

	return call_cuMemsetD8Async(&all);
}

CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t n)
{
	CALL(cuMemsetD8_v2, NULL, to, value, n);
}

/* Kernels. */

struct cuLaunchKernel_params {
	CUfunction function;
	unsigned gx, gy, gz, bx, by, bz, shared;
	CUstream stream;
	void **arguments, **extra;
};

static CUresult call_cuLaunchKernel(const void *params)
{
	const struct cuLaunchKernel_params *p = params;

	gputest_put_kernel(stream_of(p->stream), p->function, p->arguments);
	return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
	unsigned by, unsigned bz, unsigned shared, CUstream stream, void **arguments, void **extra)
{
	CALL(cuLaunchKernel, function->name, function, gx, gy, gz, bx, by, bz, shared, stream,
		arguments, extra);
}

CUresult cuFuncGetName(const char **name, CUfunction function)
{
	*name = function->name;
	return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t i, size_t *offset, size_t *size)
{
	*offset = 0;
	if (i >= function->n)
		return CUDA_ERROR_INVALID_VALUE;
	*size = function->sizes[i];
	return CUDA_SUCCESS;
}

struct cuLaunchHostFunc_params {
	CUstream stream;
	CUhostFn function;
	void *data;
};

static CUresult call_cuLaunchHostFunc(const void *params)
{
	const struct cuLaunchHostFunc_params *p = params;

	gputest_put_host(stream_of(p->stream), p->function, p->data);
	return CUDA_SUCCESS;
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
	CALL(cuLaunchHostFunc, NULL, stream, function, data);
}

/* Streams. */

struct cuStreamCreate_params {
	CUstream *stream;
	unsigned flags;
};

static CUresult call_cuStreamCreate(const void *params)
{
	const struct cuStreamCreate_params *p = params;

	*p->stream = gputest_stream_new(!(p->flags & cudaStreamNonBlocking));
	return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
	CALL(cuStreamCreate, NULL, stream, flags);
}

CUresult cuStreamGetFlags(CUstream stream, unsigned *flags)
{
	*flags = gputest_stream_blocking(stream_of(stream)) ? 0 : cudaStreamNonBlocking;
	return CUDA_SUCCESS;
}

struct stream_params {
	CUstream stream;
};

#define cuStreamDestroy_v2_params stream_params
#define cuStreamSynchronize_params stream_params
#define cuStreamQuery_params stream_params

static CUresult call_cuStreamDestroy_v2(const void *params)
{
	(void)params; /* the stream's thread goes on: this is a test */
	return CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
	CALL(cuStreamDestroy_v2, NULL, stream);
}

static CUresult call_cuStreamSynchronize(const void *params)
{
	gputest_stream_wait(stream_of(((const struct stream_params *)params)->stream));
	return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream stream)
{
	CALL(cuStreamSynchronize, NULL, stream);
}

static CUresult call_cuStreamQuery(const void *params)
{
	return gputest_stream_idle(stream_of(((const struct stream_params *)params)->stream))
		       ? CUDA_SUCCESS
		       : CUDA_ERROR_NOT_READY;
}

CUresult cuStreamQuery(CUstream stream)
{
	CALL(cuStreamQuery, NULL, stream);
}

struct cuStreamWaitEvent_params {
	CUstream stream;
	CUevent event;
	unsigned flags;
};

static CUresult call_cuStreamWaitEvent(const void *params)
{
	const struct cuStreamWaitEvent_params *p = params;

	gputest_stream_await(stream_of(p->stream), p->event);
	return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
	CALL(cuStreamWaitEvent, NULL, stream, event, flags);
}

struct cuStreamBeginCapture_v2_params {
	CUstream stream;
	int mode;
};

static CUresult call_cuStreamBeginCapture_v2(const void *params)
{
	gputest_capture_begin(((const struct cuStreamBeginCapture_v2_params *)params)->stream);
	return CUDA_SUCCESS;
}

CUresult cuStreamBeginCapture_v2(CUstream stream, int mode)
{
	CALL(cuStreamBeginCapture_v2, NULL, stream, mode);
}

struct cuStreamEndCapture_params {
	CUstream stream;
	CUgraph *graph;
};

static CUresult call_cuStreamEndCapture(const void *params)
{
	const struct cuStreamEndCapture_params *p = params;

	*p->graph = gputest_capture_end(p->stream);
	return CUDA_SUCCESS;
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
	CALL(cuStreamEndCapture, NULL, stream, graph);
}

struct cuGraphLaunch_params {
	CUgraphExec exec;
	CUstream stream;
};

static CUresult call_cuGraphLaunch(const void *params)
{
	const struct cuGraphLaunch_params *p = params;

	gputest_graph_put(p->exec, stream_of(p->stream));
	return CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
	CALL(cuGraphLaunch, NULL, exec, stream);
}

/* Events. */

CUresult cuEventCreate(CUevent *event, unsigned flags)
{
	(void)flags;
	*event = calloc(1, sizeof **event);
	return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event)
{
	(void)event; /* a stream may still use it */
	return CUDA_SUCCESS;
}

struct cuEventRecord_params {
	CUevent event;
	CUstream stream;
};

static CUresult call_cuEventRecord(const void *params)
{
	const struct cuEventRecord_params *p = params;

	gputest_event_record(p->event, stream_of(p->stream));
	return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
	CALL(cuEventRecord, NULL, event, stream);
}

struct event_params {
	CUevent event;
};

#define cuEventSynchronize_params event_params
#define cuEventQuery_params event_params

static CUresult call_cuEventSynchronize(const void *params)
{
	gputest_event_wait(((const struct event_params *)params)->event);
	return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent event)
{
	CALL(cuEventSynchronize, NULL, event);
}

static CUresult call_cuEventQuery(const void *params)
{
	return gputest_event_done(((const struct event_params *)params)->event)
		       ? CUDA_SUCCESS
		       : CUDA_ERROR_NOT_READY;
}

CUresult cuEventQuery(CUevent event)
{
	CALL(cuEventQuery, NULL, event);
}

struct cuCtxSynchronize_params {
	char none;
};

static CUresult call_cuCtxSynchronize(const void *params)
{
	(void)params;
	gputest_all_wait();
	return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
	CALL(cuCtxSynchronize, NULL, 0);
}
