/* Sizes and extents of datatypes (metrics.c). */
#ifndef GM_METRICS_H
#define GM_METRICS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

const char *gm_metrics_setup(void);
int gm_type_metrics(uintptr_t type, int64_t out[5]);

#pragma GCC visibility pop

#endif
