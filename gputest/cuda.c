/* libcuda.so.1 and libcudart in one, on the processor: what gomarmot and the test programs need of
 * CUDA. */
#include "cuda.h"

#include <stdint.h>
#include <string.h>

#include "memory.h"

static cudaError_t allocate(void **at, size_t size, enum kind kind)
{
	*at = gputest_allocate(size, kind);
	return *at ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaMalloc(void **at, size_t size)
{
	return allocate(at, size, DEVICE);
}

cudaError_t cudaMallocManaged(void **at, size_t size, unsigned flags)
{
	(void)flags;
	return allocate(at, size, MANAGED);
}

cudaError_t cudaMallocHost(void **at, size_t size)
{
	return allocate(at, size, PINNED);
}

cudaError_t cudaFree(void *at)
{
	return !at || !gputest_release(at) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
	(void)kind;
	memmove(gputest_reach(to), gputest_reach(from), size);
	return cudaSuccess;
}

cudaError_t cudaMemset(void *at, int value, size_t size)
{
	memset(gputest_reach(at), value, size);
	return cudaSuccess;
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

/* For memory that is not CUDA's, all attributes are 0. */
CUresult cuPointerGetAttributes(
	unsigned n, CUpointer_attribute *attributes, void **data, CUdeviceptr pointer)
{
	struct allocation a = {.at = NULL};

	gputest_find((const void *)(uintptr_t)pointer, &a);
	for (unsigned i = 0; i < n; i++)
		attribute(attributes[i], &a, data[i]);
	return CUDA_SUCCESS;
}
