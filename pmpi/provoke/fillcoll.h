/* Results of nonblocking collective calls (fillcoll.c). */
#ifndef GM_FILLCOLL_H
#define GM_FILLCOLL_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

void gm_fill_results_setup(void);
void gm_fill_result(unsigned fn, int large, void *buf, intptr_t n, uintptr_t type);

#pragma GCC visibility pop

#endif
