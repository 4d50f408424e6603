/* Starting to record (start.c). */
#ifndef GM_START_H
#define GM_START_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The error handlers of MPI_COMM_WORLD and MPI_COMM_SELF, which get unattributed errors. */
struct gm_handlers {
	uintptr_t world, self;
};

/* A moment on the processor's counter and on both clocks. */
struct gm_moment {
	uint64_t ticks, nano, unix_nano;
};

void gm_errors_return(struct gm_handlers *before);
void gm_errors_as_before(struct gm_handlers *before);
struct gm_moment gm_moment(void);
void gm_start_once(const void *session, const void *init, struct gm_moment since);
int gm_tried(void);

#pragma GCC visibility pop

#endif
