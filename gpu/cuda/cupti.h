/*
 * The part of CUDA's driver interface and of CUPTI's callback interface that gomarmot uses: names,
 * values and layouts as in NVIDIA's documentation. The functions come from the libraries that the
 * program has loaded, or that CUDA is installed with.
 */
#ifndef GG_CUPTI_H
#define GG_CUPTI_H

#include <stddef.h>
#include <stdint.h>

#include "../work.h"

typedef uint64_t gg_pointer; /* CUdeviceptr, and addresses of the host */

enum { CUPTI_CB_DOMAIN_DRIVER_API = 1 };
enum { CUPTI_API_ENTER = 0, CUPTI_API_EXIT = 1 };

/* CUpti_CallbackData */
struct gg_callback {
	int site;
	const char *function;
	const void *params; /* the parameters of the function, as the members of a structure */
	void *result;       /* a CUresult */
	const char *symbol; /* the kernel's name, for launches */
	void *context;
	uint32_t context_number;
	uint64_t *correlation_data;
	uint32_t correlation;
};

typedef void (*gg_callback_fn)(void *user, int domain, uint32_t id, const struct gg_callback *data);
typedef int (*cuptiSubscribe_fn)(void **subscriber, gg_callback_fn callback, void *user);
typedef int (*cuptiEnableDomain_fn)(uint32_t enable, void *subscriber, int domain);
typedef int (*cuptiGetResultString_fn)(int result, const char **text);

typedef int (*cuFuncGetParamInfo_fn)(void *function, size_t i, size_t *offset, size_t *size);
typedef int (*cuMemGetAddressRange_fn)(gg_pointer *lo, size_t *size, gg_pointer at);
typedef int (*cuStreamGetFlags_fn)(gg_stream stream, unsigned *flags);

/* Parameters of functions. */

/* All copies of a range; only asynchronous copies have a stream. */
struct gg_copy {
	gg_pointer to, from;
	size_t size;
	gg_stream stream;
};

/* cuMemcpyPeer, cuMemcpyPeerAsync */
struct gg_peer_copy {
	gg_pointer to;
	void *to_context;
	gg_pointer from;
	void *from_context;
	size_t size;
	gg_stream stream;
};

/* CUDA_MEMCPY2D */
struct gg_2d {
	size_t from_x, from_y;
	unsigned from_type;
	const void *from_host;
	gg_pointer from_device;
	void *from_array;
	size_t from_pitch;
	size_t to_x, to_y;
	unsigned to_type;
	void *to_host;
	gg_pointer to_device;
	void *to_array;
	size_t to_pitch;
	size_t width, height;
};

/* cuMemcpy2D, cuMemcpy2DUnaligned, cuMemcpy2DAsync */
struct gg_copy_2d {
	const struct gg_2d *copy;
	gg_stream stream;
};

/* cuMemsetD8, D16 and D32, and their Async variants */
struct gg_fill {
	gg_pointer at;
	unsigned value;
	size_t n;
	gg_stream stream;
};

/* cuMemsetD2D8, D16 and D32, and their Async variants */
struct gg_fill_2d {
	gg_pointer at;
	size_t pitch;
	unsigned value;
	size_t width, height;
	gg_stream stream;
};

/* cuLaunchKernel, cuLaunchCooperativeKernel */
struct gg_launch {
	void *function;
	unsigned grid[3], block[3], shared;
	gg_stream stream;
	void **arguments, **extra;
};

/* CUlaunchConfig */
struct gg_launch_config {
	unsigned grid[3], block[3], shared;
	gg_stream stream;
};

/* cuLaunchKernelEx */
struct gg_launch_ex {
	const struct gg_launch_config *config;
	void *function;
	void **arguments, **extra;
};

/* cuEventRecord, cuEventRecordWithFlags */
struct gg_record {
	void *event;
	gg_stream stream;
};

/* cuStreamWaitEvent */
struct gg_await {
	gg_stream stream;
	void *event;
};

/* cuEventElapsedTime */
struct gg_elapsed {
	float *milliseconds;
	void *start, *end;
};

/* cuMemAlloc, cuMemAllocManaged, cuMemAllocHost, cuMemHostAlloc, cuMemAllocAsync */
struct gg_allocate {
	gg_pointer *at;
	size_t size;
};

/* cuMemAllocPitch */
struct gg_allocate_pitch {
	gg_pointer *at;
	size_t *pitch;
	size_t width, height;
};

/* cuMemHostRegister */
struct gg_register {
	gg_pointer at;
	size_t size;
};

/* cuMemFree, cuMemFreeHost, cuMemHostUnregister, cuMemFreeAsync */
struct gg_free {
	gg_pointer at;
	gg_stream stream;
};

/* cuMemMap, cuMemUnmap */
struct gg_range {
	gg_pointer at;
	size_t size;
};

/* cuModuleGetGlobal, cuLibraryGetGlobal: NULL if the program does not ask */
struct gg_global {
	gg_pointer *at;
	size_t *size;
};

/* cuIpcGetMemHandle, cuMemPoolExportPointer */
struct gg_share {
	void *handle;
	gg_pointer at;
};

/* cuGraphLaunch */
struct gg_graph {
	void *graph;
	gg_stream stream;
};

#endif
