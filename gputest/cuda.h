/* The part of CUDA that the test GPU has (cuda.c): names, types and values as in NVIDIA's
 * documentation. */
#ifndef GPUTEST_CUDA_H
#define GPUTEST_CUDA_H

#include <stddef.h>

/* Runtime. */
typedef enum {
	cudaSuccess = 0,
	cudaErrorInvalidValue = 1,
	cudaErrorMemoryAllocation = 2
} cudaError_t;
enum cudaMemcpyKind {
	cudaMemcpyHostToHost = 0,
	cudaMemcpyHostToDevice = 1,
	cudaMemcpyDeviceToHost = 2,
	cudaMemcpyDeviceToDevice = 3,
	cudaMemcpyDefault = 4
};

cudaError_t cudaMalloc(void **at, size_t size);
cudaError_t cudaMallocManaged(void **at, size_t size, unsigned flags);
cudaError_t cudaMallocHost(void **at, size_t size);
cudaError_t cudaFree(void *at);
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemset(void *at, int value, size_t size);

/* Driver. */
typedef unsigned long long CUdeviceptr;
typedef enum { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1 } CUresult;
typedef enum {
	CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
	CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
	CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
	CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12
} CUpointer_attribute;

CUresult cuPointerGetAttributes(
	unsigned n, CUpointer_attribute *attributes, void **data, CUdeviceptr pointer);

#endif
