/* Where a run is logged (place.c). */
#ifndef GM_PLACE_H
#define GM_PLACE_H

#include <stdint.h>

#include "../base/gm.h"

#pragma GCC visibility push(hidden)

struct gm_job;

struct gm_place {
	uint64_t run_id;
	uint32_t rank;
	int32_t ok;            /* 0: nothing can be written */
	int32_t private;       /* 1: the log's name has %h or %r */
	char log[GM_PATH];     /* run.log */
	char dir[GM_PATH + 2]; /* run.log.d */
};

void gm_place_find(struct gm_place *place, const struct gm_job *job);
void gm_place_publish(const struct gm_place *place);

#pragma GCC visibility pop

#endif
