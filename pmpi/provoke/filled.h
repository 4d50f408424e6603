/* Buffers that hold a pattern until a call has completed their requests (filled.c). */
#ifndef GM_FILLED_H
#define GM_FILLED_H

#include <stdint.h>
#include <sys/queue.h>

#include "pattern.h"

#pragma GCC visibility push(hidden)

struct gm_choice;

/* An operation whose buffer is filled, or a persistent receive between two of its starts. */
struct gm_filled {
	LIST_ENTRY(gm_filled) others;
	int64_t request;
	struct gm_filled *next; /* that a call has claimed, of the same request */
	struct gm_choice *choice;
	int again;  /* a persistent receive: each start fills the buffer */
	int active; /* the buffer is filled, and the operation not complete */
	int file; /* a read of a file, which is never cancelled: Open MPI leaves that flag as it was
		   */
	int whole; /* the operation writes all of its buffer; the status need not say so */
	struct gm_patterned pattern;
	/* MPI_Irecv, which posts a receive again in the program's own buffer. */
	int (*repost)(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
	intptr_t source, tag;
	uintptr_t comm;
};

struct gm_filled *gm_filled_of(unsigned fn, void *buf, intptr_t n, uintptr_t type);
struct gm_filled *gm_fill(unsigned fn, void *buf, intptr_t n, uintptr_t type);
struct gm_filled *gm_fill_result(unsigned fn, int large, void *buf, intptr_t n, uintptr_t type);
void *gm_filled_target(const struct gm_filled *f, void *buf);
int gm_filled_begun(struct gm_filled *f, int rc, const void *request);
void gm_filled_keep(struct gm_filled *f);
struct gm_filled *gm_filled_claim(int64_t request);
struct gm_filled *gm_filled_taken(int64_t request);
int64_t gm_filled_bytes(const struct gm_filled *f, const void *status);
void gm_filled_settle(struct gm_filled *claimed, int done, const void *status);
void gm_filled_forget(struct gm_filled *f);

#pragma GCC visibility pop

#endif
