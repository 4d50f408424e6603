/* Calls made while another one is open, and calls by a PMPI_ name (nest.c). */
#ifndef GM_NEST_H
#define GM_NEST_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

/* What gm_past decides. */
enum { GM_PASSED, GM_MADE, GM_DELIVERED };

struct gm_thread *gm_enter_nested(
	struct gm_thread *t, uint32_t kind, const void *pc, const void *sp, int past);
void gm_leave_nested(struct gm_thread *t);
int gm_past(uint32_t kind, const void *pc, uint64_t *outer);
int gm_delivered(int rc, uint64_t outer);

#pragma GCC visibility pop

#endif
