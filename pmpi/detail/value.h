/* Values that ranks leave for each other in windows (value.c). */
#ifndef GM_VALUE_H
#define GM_VALUE_H

#include <stdint.h>

#include "../base/gm.h"
#include "../record/thread.h"

#pragma GCC visibility push(hidden)

void gm_value_left(struct gm_thread *t, const void *pc, uintptr_t type, uintptr_t op,
	const void *origin, const void *compare);
void gm_value_asked(
	struct gm_thread *t, uintptr_t type, int64_t win, int32_t target, const void *result);
void gm_values_there(struct gm_thread *t, const void *pc, int64_t win, int32_t target);

/*
 * The thread's operations on a window are complete at this rank: the operations with this
 * target, or all if target is negative. The values that they fetched are recorded.
 */
GM_HOT void gm_values_settled(struct gm_thread *t, const void *pc, int64_t win, int32_t target)
{
	if (!GM_LIKELY(!t->asked))
		gm_values_there(t, pc, win, target);
}

#pragma GCC visibility pop

#endif
