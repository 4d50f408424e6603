/* Calls that returned an error (failed.c). */
#ifndef GM_FAILED_H
#define GM_FAILED_H

#include <stdint.h>

#include "../base/gm.h"

#pragma GCC visibility push(hidden)

struct gm_thread;

void gm_failed(struct gm_thread *t, const void *pc);

/* Before the record of the return: a call that failed leaves the code that it returns to. */
GM_HOT void gm_returned(struct gm_thread *t, int64_t rc, const void *pc)
{
	if (!GM_LIKELY(!rc))
		gm_failed(t, pc);
}

#pragma GCC visibility pop

#endif
