/* Calls made while another call is open, and calls by a PMPI_ name (nest.c). */
#ifndef GM_NEST_H
#define GM_NEST_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

/* The decisions of gm_past. */
enum { GM_PASSED, GM_MADE, GM_DELIVERED };

/* The guard's result: the thread if the call is recorded, else NULL, and where the call continues.
 */
struct gm_entered {
	struct gm_thread *thread; /* its pc is the caller */
	void *next;
};

/* A call by a PMPI_ name: the MPI library's function, the caller, and the stack pointer after
 * the return to the caller. outer is for gm_delivered. */
struct gm_past {
	void *real;
	const void *pc, *sp;
	uint64_t outer;
};

struct gm_thread *gm_enter_at(uint32_t kind, const void *pc, const void *sp, int past);
struct gm_entered gm_enter_otherwise(uint32_t kind, const void *pc, const void *sp, void *next);
void gm_leave_nested(struct gm_thread *t);
int gm_past(uint32_t kind, const void *pc, uint64_t *outer);
int gm_past_made(uint32_t kind, struct gm_past *call);
int gm_delivered(int rc, uint64_t outer);

#pragma GCC visibility pop

#endif
