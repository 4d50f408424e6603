/* Local variables of the program that MPI uses after the call that named them (local.c). */
#ifndef GM_LOCAL_H
#define GM_LOCAL_H

#include <stdint.h>

#include "../base/gm.h"
#include "../record/thread.h"

#pragma GCC visibility push(hidden)

void gm_local_add(struct gm_thread *t, const void *pc, uintptr_t sp, uintptr_t at);
void gm_local_returned(struct gm_thread *t, uint32_t kind, const void *pc, uintptr_t sp);

/*
 * MPI uses memory at this address beyond the call. Only memory in the frames of the calling thread
 * matters: above the stack pointer, and below the beginning of its stack.
 */
GM_HOT void gm_local(struct gm_thread *t, const void *pc, const void *buf)
{
	const uintptr_t at = (uintptr_t)buf, sp = (uintptr_t)__builtin_dwarf_cfa();

	if (!GM_LIKELY(at - sp >= t->stack_end - sp || at == t->local))
		gm_local_add(t, pc, sp, at);
}

#pragma GCC visibility pop

#endif
