/* A time in which a thread is not cancelled (cancel.c). */
#ifndef GM_CANCEL_H
#define GM_CANCEL_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The state that gm_cancel_on restores. */
struct gm_cancel {
	uint64_t mask;
	int state;
};

struct gm_cancel gm_cancel_off(void);
void gm_cancel_on(const struct gm_cancel *before);

#pragma GCC visibility pop

#endif
