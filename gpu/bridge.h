/*
 * The interface of libgomarmot-cuda.so and libgomarmot-hip.so to libgomarmot.so. libgomarmot.so
 * exports gomarmot_gpu, which the other two call when the program first uses CUDA or HIP. Without
 * libgomarmot.so in the process they record nothing.
 */
#ifndef GOMARMOT_GPU_H
#define GOMARMOT_GPU_H

#include <stdint.h>

#define GOMARMOT_GPU 1 /* the version of this interface */

/* The actions, numbered as event.GPUAction. */
enum {
	GOMARMOT_GPU_COPY = 1,
	GOMARMOT_GPU_FILL = 2,
	GOMARMOT_GPU_KERNEL = 3,
	GOMARMOT_GPU_OTHER = 4,  /* work whose memory is not known, such as a graph */
	GOMARMOT_GPU_HOST = 5,   /* a host function, or a wait for or write to memory */
	GOMARMOT_GPU_RECORD = 6, /* the stream reaches the event */
	GOMARMOT_GPU_AWAIT = 7,  /* the stream waits for the event */
	GOMARMOT_GPU_STREAM_DONE = 8,
	GOMARMOT_GPU_EVENT_DONE = 9,
	GOMARMOT_GPU_DEVICE_DONE = 10,
	GOMARMOT_GPU_FREE = 11,
	GOMARMOT_GPU_CAPTURE = 12,
	GOMARMOT_GPU_CAPTURED = 13,
	GOMARMOT_GPU_LOST = 14
};

/* How a stream behaves: bits of gomarmot_work.flags. */
enum {
	GOMARMOT_GPU_LEGACY = 1, /* it is the legacy default stream */
	GOMARMOT_GPU_NONBLOCKING =
		2,            /* it takes no part in the rules of the legacy default stream */
	GOMARMOT_GPU_HIP = 4, /* the program called HIP; else CUDA */
};

/* How work uses memory: bits of gomarmot_used.flags. */
enum {
	GOMARMOT_GPU_WRITES = 1,   /* otherwise the work reads */
	GOMARMOT_GPU_MAY = 2,      /* whether the work uses the memory, and how, is unknown */
	GOMARMOT_GPU_PAGEABLE = 4, /* host memory that neither CUDA nor HIP has locked */
	GOMARMOT_GPU_OUTSIDE = 8,  /* something else than recorded work may have stored there */
};

/* A command of the program to the GPU, or a wait for the GPU. */
struct gomarmot_work {
	uintptr_t pc;
	int64_t action, context, stream, flags;
	int64_t with;     /* the event, the kernel's number, or the bytes that are freed */
	const char *name; /* the name of a kernel that has not been named before; otherwise NULL */
};

/* Memory that work uses: rows of width bytes, pitch bytes apart. */
struct gomarmot_used {
	int64_t at, width, rows, pitch;
	int64_t flags;
	int64_t lo, hi; /* the allocation; of a kernel's parameter */
	int64_t parameter;
};

struct gomarmot_gpu {
	/* Whether to record the calling thread's work: only outside of MPI calls. */
	int (*wanted)(void);
	/* Records work, and the n ranges of memory that it uses. */
	void (*note)(
		const struct gomarmot_work *work, const struct gomarmot_used *used, unsigned n);
};

/* Exported by libgomarmot.so; NULL if it does not know this version. */
const struct gomarmot_gpu *gomarmot_gpu(uint32_t version);

#endif
