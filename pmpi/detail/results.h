/* Where calls leave their results (results.c). */
#ifndef GM_RESULTS_H
#define GM_RESULTS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

void gm_null_results(struct gm_thread *t, const void *pc, int64_t arguments);

#pragma GCC visibility pop

#endif
