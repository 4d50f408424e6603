/* Blob records: a stream of int64 words whose number is known beforehand (blob.c). */
#ifndef GM_BLOB_H
#define GM_BLOB_H

#include <stdint.h>

#include "../base/peek.h"

#pragma GCC visibility push(hidden)

struct gm_thread;

struct gm_blob {
	struct gm_thread *t;
	const void *pc;
	uint64_t total;  /* bytes */
	uint64_t offset; /* bytes written so far */
	uint8_t *at;     /* next byte of the piece being written */
	uint8_t *end;    /* of that piece */
};

void gm_blob_open(struct gm_blob *b, struct gm_thread *t, const void *pc, int64_t words);
void gm_blob_word(struct gm_blob *b, int64_t word);
/* n elements that can be read: see gm_array_len. */
void gm_blob_ints(struct gm_blob *b, int64_t n, const int32_t *a);
/* Members of a group, often very many: as runs of equally spaced numbers if
 * that is shorter. */
int64_t gm_rank_words(int64_t n, const int32_t *ranks);
void gm_blob_ranks(struct gm_blob *b, int64_t n, const int32_t *ranks);
void gm_blob_longs(struct gm_blob *b, int64_t n, const int64_t *a);
void gm_blob_handles(struct gm_blob *b, int64_t n, const void *handles);
void gm_blob_string(struct gm_blob *b, const char *s);
int64_t gm_string_words(const char *s);
int64_t gm_edges(int64_t nodes, const int32_t *index);
int64_t gm_total(int64_t n, const int32_t *a);
int gm_save_handles(struct gm_thread *t, const void **saved, int64_t n, const void *a);

/* How many elements of the program's array a blob holds: none if some cannot be read. */
static inline int64_t gm_array_len(int64_t n, const void *a, uint32_t size)
{
	uint64_t bytes;

	if (n <= 0 || !a || __builtin_mul_overflow((uint64_t)n, size, &bytes))
		return 0;
	return gm_readable(a, bytes) ? n : 0;
}

/* A number of elements that the call returned: 0 if there is no room for that many. */
static inline int64_t gm_within(int64_t n, int64_t room)
{
	return n <= room ? n : 0;
}

#pragma GCC visibility pop

#endif
