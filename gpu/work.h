/* Hands work on streams, and the calls that order it, to libgomarmot.so (work.c). */
#ifndef GG_WORK_H
#define GG_WORK_H

#include <stdint.h>

#include "bridge.h"

enum {
	GG_MOST_USED = 64,  /* ranges of memory of one kernel; further ranges are left out */
	GG_PARAMETERS = 32, /* parameters of a kernel; further parameters are left out */
};

/* NULL and 1: the legacy default stream, 2: the thread's default stream */
typedef struct gg_stream_ *gg_stream;

/* Name and parameters of a kernel, as far as they are known. */
struct gg_kernel {
	const char *name;
	unsigned n;
	uint32_t offsets[GG_PARAMETERS], sizes[GG_PARAMETERS];
};

/* Arguments of a launch: an address for each, or a block that has all of them. */
struct gg_arguments {
	void **each;
	const char *block;
	uint64_t size; /* of the block */
};

/* The call at hand, and the functions of the interface that the program has called: CUDA's
 * (cuda/start.c) or HIP's (hip/hooks.c). */
struct gg_now {
	int64_t context;
	int64_t api;    /* GOMARMOT_GPU_HIP, or 0 */
	int per_thread; /* the stream NULL is the thread's default stream */
	const struct gomarmot_gpu *gomarmot;
	/* Whether a created stream takes no part in the rules of the legacy default stream. The
	 * stream may belong to another context. */
	int (*nonblocking)(gg_stream stream, int64_t *context);
	/* The size of the memory at an address, as CUDA's driver says it; 0: unknown. */
	uint64_t (*size)(uint64_t at);
	/* Describes a kernel; the name may be known already. */
	void (*describe)(void *function, struct gg_kernel *kernel);
};

void gg_note(const struct gg_now *now, int action, gg_stream stream, int64_t with);
void gg_copy(const struct gg_now *now, uint64_t to, uint64_t to_pitch, uint64_t from,
	uint64_t from_pitch, uint64_t width, uint64_t rows, gg_stream stream);
void gg_copy_async(
	const struct gg_now *now, uint64_t to, uint64_t from, uint64_t size, gg_stream stream);
void gg_fill(const struct gg_now *now, uint64_t at, uint64_t width, uint64_t rows, uint64_t pitch,
	gg_stream stream);
void gg_launch(const struct gg_now *now, void *function, const char *name,
	const struct gg_arguments *arguments, gg_stream stream);
void gg_free_note(const struct gg_now *now, uint64_t at, uint64_t size);
void gg_kernels_forget(void);

#endif
