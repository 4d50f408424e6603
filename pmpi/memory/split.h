/* The split collectives that are active in this process (split.c). */
#ifndef GM_SPLIT_H
#define GM_SPLIT_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_split_words {
	int64_t mapped; /* is the buffer still: 1, 0, or -1 if unknown */
	int64_t digest; /* of the buffer; 0: not taken */
};

extern uint32_t gm_splits; /* > 0 while a split collective is active in this process */

int64_t gm_split_begin(
	int64_t file, const void *buf, int64_t count, uintptr_t datatype, int writes);
void gm_split_undo(int64_t file);
struct gm_split_words gm_split_end(int64_t file);
void gm_split_forget(int64_t file);

#pragma GCC visibility pop

#endif
