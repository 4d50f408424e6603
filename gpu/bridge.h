/*
 * What libgomarmot-cuda.so and libgomarmot.so agree on. libgomarmot.so exports gomarmot_gpu, which
 * libgomarmot-cuda.so calls when the program first uses CUDA; it does nothing where libgomarmot.so
 * is missing.
 */
#ifndef GOMARMOT_GPU_H
#define GOMARMOT_GPU_H

#include <stdint.h>

#define GOMARMOT_GPU 1 /* the version of all this */

/* What happened: the numbers of event.GPUAction. */
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

/* How a stream behaves, and what kinds of memory the work uses: bits of a record's flags. */
enum {
	GOMARMOT_GPU_LEGACY = 1, /* it is the legacy default stream */
	GOMARMOT_GPU_NONBLOCKING =
		2, /* it takes no part in the rules of the legacy default stream */
};

/* How work uses memory. */
enum {
	GOMARMOT_GPU_WRITES = 1,   /* else it reads */
	GOMARMOT_GPU_MAY = 2,      /* whether and how it is used is not known */
	GOMARMOT_GPU_PAGEABLE = 4, /* it is host memory that CUDA has not locked */
};

/* Something that the program has told the GPU to do, or has waited for. */
struct gomarmot_work {
	uintptr_t pc;
	int64_t action, context, stream, flags;
	int64_t with;     /* the event, the kernel's number, or the address that is freed */
	const char *name; /* of a kernel that was not named before; else NULL */
};

/* Memory that it uses: rows of width bytes, pitch bytes apart. */
struct gomarmot_used {
	int64_t at, width, rows, pitch;
	int64_t flags;
	int64_t lo, hi; /* the allocation; of a kernel's parameter */
	int64_t parameter;
};

struct gomarmot_gpu {
	/* Whether what the calling thread does now is of interest: it is in no MPI call. */
	int (*wanted)(void);
	/* Work, and n ranges of memory that it uses. */
	void (*note)(
		const struct gomarmot_work *work, const struct gomarmot_used *used, unsigned n);
};

/* Exported by libgomarmot.so; NULL if it does not know this version. */
const struct gomarmot_gpu *gomarmot_gpu(uint32_t version);

#endif
