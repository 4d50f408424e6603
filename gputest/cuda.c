/* CUDA's runtime on the test GPU's driver, and the driver's attributes of pointers. */
#include "cuda_runtime.h"

#include <stdint.h>
#include <string.h>

#include "memory.h"
#include "stream.h"

static CUdeviceptr of(const void *at)
{
	return (uintptr_t)at;
}

cudaError_t cudaMalloc(void **at, size_t size)
{
	return (cudaError_t)cuMemAlloc_v2((CUdeviceptr *)at, size);
}

cudaError_t cudaMallocManaged(void **at, size_t size, unsigned flags)
{
	return (cudaError_t)cuMemAllocManaged((CUdeviceptr *)at, size, flags);
}

cudaError_t cudaMallocHost(void **at, size_t size)
{
	return (cudaError_t)cuMemAllocHost_v2(at, size);
}

cudaError_t cudaFree(void *at)
{
	return (cudaError_t)cuMemFree_v2(of(at));
}

cudaError_t cudaFreeHost(void *at)
{
	return (cudaError_t)cuMemFreeHost(at);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
	switch (kind) {
	case cudaMemcpyHostToDevice:
		return (cudaError_t)cuMemcpyHtoD_v2(of(to), from, size);
	case cudaMemcpyDeviceToHost:
		return (cudaError_t)cuMemcpyDtoH_v2(to, of(from), size);
	case cudaMemcpyDeviceToDevice:
		return (cudaError_t)cuMemcpyDtoD_v2(of(to), of(from), size);
	default:
		return (cudaError_t)cuMemcpy(of(to), of(from), size);
	}
}

cudaError_t cudaMemcpyAsync(
	void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	(void)kind;
	return (cudaError_t)cuMemcpyAsync(of(to), of(from), size, stream);
}

cudaError_t cudaMemset(void *at, int value, size_t size)
{
	return (cudaError_t)cuMemsetD8_v2(of(at), (unsigned char)value, size);
}

cudaError_t cudaMemsetAsync(void *at, int value, size_t size, cudaStream_t stream)
{
	return (cudaError_t)cuMemsetD8Async(of(at), (unsigned char)value, size, stream);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared, cudaStream_t stream)
{
	return (cudaError_t)cuLaunchKernel((CUfunction)(uintptr_t)function, grid.x, grid.y, grid.z,
		block.x, block.y, block.z, (unsigned)shared, stream, arguments, NULL);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
	return (cudaError_t)cuStreamCreate(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
	return (cudaError_t)cuStreamCreate(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
	return (cudaError_t)cuStreamDestroy_v2(stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
	return (cudaError_t)cuStreamSynchronize(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
	return (cudaError_t)cuStreamQuery(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
	return (cudaError_t)cuStreamWaitEvent(stream, event, flags);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
	return (cudaError_t)cuStreamBeginCapture_v2(stream, (int)mode);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
	return (cudaError_t)cuStreamEndCapture(stream, graph);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
	(void)flags;
	*exec = graph;
	return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
	return (cudaError_t)cuGraphLaunch(exec, stream);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, CUhostFn function, void *data)
{
	return (cudaError_t)cuLaunchHostFunc(stream, function, data);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
	return (cudaError_t)cuEventCreate(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
	return (cudaError_t)cuEventCreate(event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
	return (cudaError_t)cuEventDestroy_v2(event);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	return (cudaError_t)cuEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
	return (cudaError_t)cuEventSynchronize(event);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
	return (cudaError_t)cuEventQuery(event);
}

cudaError_t cudaDeviceSynchronize(void)
{
	return (cudaError_t)cuCtxSynchronize();
}

static void attribute(CUpointer_attribute what, const struct allocation *a, void *value)
{
	static const unsigned type[] = {[HOST] = 0, [DEVICE] = 2, [MANAGED] = 2, [PINNED] = 1};
	const uintptr_t start = (uintptr_t)a->at;

	switch (what) {
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		memcpy(value, &type[a->kind], sizeof *type);
		break;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED:
		*(unsigned *)value = a->kind == MANAGED;
		break;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
		memcpy(value, &start, sizeof start);
		break;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
		memcpy(value, &a->size, sizeof a->size);
		break;
	}
}

/* Of memory that CUDA has not allocated, all attributes are 0. */
CUresult cuPointerGetAttributes(
	unsigned n, CUpointer_attribute *attributes, void **data, CUdeviceptr pointer)
{
	struct allocation a = {.at = NULL};

	gputest_find((const void *)(uintptr_t)pointer, &a);
	for (unsigned i = 0; i < n; i++)
		attribute(attributes[i], &a, data[i]);
	return CUDA_SUCCESS;
}
