/* Hands work on streams, and the calls that order it, to libgomarmot.so (work.c). */
#ifndef GG_WORK_H
#define GG_WORK_H

#include <stdint.h>

#include "bridge.h"
#include "cupti.h"

enum { GG_MOST_USED = 64 }; /* ranges of memory of one kernel; further ones are left out */

/* The call of the driver at hand, and the functions for its handlers. */
struct gg_now {
	void *context;
	int per_thread; /* the stream NULL is the thread's default stream */
	const struct gomarmot_gpu *gomarmot;
	cuStreamGetFlags_fn stream_flags;
	cuFuncGetParamInfo_fn parameter;
};

void gg_note(const struct gg_now *now, int action, gg_stream stream, int64_t with);
void gg_copy(const struct gg_now *now, uint64_t to, uint64_t to_pitch, uint64_t from,
	uint64_t from_pitch, uint64_t width, uint64_t rows, gg_stream stream);
void gg_fill(const struct gg_now *now, uint64_t at, uint64_t width, uint64_t rows, uint64_t pitch,
	gg_stream stream);
void gg_launch(const struct gg_now *now, void *function, const char *name, void **arguments,
	gg_stream stream);
void gg_free_note(const struct gg_now *now, uint64_t at, uint64_t size);
void gg_kernels_forget(void);

#endif
