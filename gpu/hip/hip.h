/*
 * The part of HIP's interface that gomarmot uses: names, values and layouts as in AMD's headers, of
 * ROCm 4.2 and newer. "make test-hip" compares them with the installed headers (check.c).
 */
#ifndef GH_HIP_H
#define GH_HIP_H

#include <stddef.h>
#include <stdint.h>

typedef enum { hipSuccess = 0, hipErrorNoDevice = 100, hipErrorNotReady = 600 } hipError_t;
typedef enum hipMemcpyKind {
	hipMemcpyHostToHost = 0,
	hipMemcpyHostToDevice = 1,
	hipMemcpyDeviceToHost = 2,
	hipMemcpyDeviceToDevice = 3,
	hipMemcpyDefault = 4
} hipMemcpyKind;
typedef enum { hipStreamCaptureModeGlobal = 0 } hipStreamCaptureMode;

enum { hipStreamNonBlocking = 1 };

/* The list "extra" of a launch: pairs of a name and an address, and an end. */
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define HIP_LAUNCH_PARAM_END ((void *)3)

typedef void *hipDeviceptr_t;
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;
typedef struct ihipMemPoolHandle_t *hipMemPool_t;
typedef struct ihipGraph *hipGraph_t;
typedef struct hipGraphExec *hipGraphExec_t;
typedef struct hipArray hipArray;
typedef const struct hipArray *hipArray_const_t;
typedef struct hipJitOption_ hipJitOption;
typedef struct hipMemcpy3DParms hipMemcpy3DParms;
typedef struct HIP_MEMCPY3D HIP_MEMCPY3D;
typedef struct ihipMemGenericAllocationHandle *hipMemGenericAllocationHandle_t;
typedef struct hipIpcMemHandle_st hipIpcMemHandle_t;
typedef struct hipMemPoolPtrExportData hipMemPoolPtrExportData;
typedef void (*hipHostFn_t)(void *data);
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void *data);

typedef struct dim3 {
	uint32_t x, y, z;
} dim3;

typedef struct hipPitchedPtr {
	void *ptr;
	size_t pitch, xsize, ysize;
} hipPitchedPtr;

typedef struct hipExtent {
	size_t width, height, depth;
} hipExtent;

typedef struct hip_Memcpy2D {
	size_t srcXInBytes, srcY;
	int srcMemoryType; /* its values differ between ROCm 5 and 6 */
	const void *srcHost;
	hipDeviceptr_t srcDevice;
	hipArray *srcArray;
	size_t srcPitch;
	size_t dstXInBytes, dstY;
	int dstMemoryType;
	void *dstHost;
	hipDeviceptr_t dstDevice;
	hipArray *dstArray;
	size_t dstPitch;
	size_t WidthInBytes, Height;
} hip_Memcpy2D;

typedef struct hipLaunchParams_t {
	void *func;
	dim3 gridDim, blockDim;
	void **args;
	size_t sharedMem;
	hipStream_t stream;
} hipLaunchParams;

#endif
