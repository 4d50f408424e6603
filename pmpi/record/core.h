/* The Go side, libgomarmot-core.so, once it is loaded (core.c). */
#ifndef GM_CORE_H
#define GM_CORE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

void gm_core_loaded(uint32_t rank, const void *code);
void gm_core_sleep(uint32_t microseconds, int doze);
void gm_core_stop(const char *why);
int gm_in_core(const void *pc);

#pragma GCC visibility pop

#endif
