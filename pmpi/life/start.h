/* Starting to record (start.c). */
#ifndef GM_START_H
#define GM_START_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A moment on the processor's counter and on both clocks. */
struct gm_moment {
	uint64_t ticks, nano, unix_nano;
};

struct gm_moment gm_moment(void);
void gm_start_once(const void *session, uint32_t kind, const void *init, struct gm_moment since);

#pragma GCC visibility pop

#endif
