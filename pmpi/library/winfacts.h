/* The memory of windows, according to the MPI library (winfacts.c). */
#ifndef GM_WINFACTS_H
#define GM_WINFACTS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

const char *gm_winfacts_setup(void);
int64_t gm_query_model(int rc, const void *win);
int64_t gm_query_base(int rc, const void *win);
int gm_query_segment(uintptr_t win, int rank, int64_t *size, void *base);

#pragma GCC visibility pop

#endif
