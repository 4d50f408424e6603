/* The Go side, libgomarmot-core.so (core.c). */
#ifndef GM_CORE_H
#define GM_CORE_H

#include <stdint.h>

#include "core_abi.h"

#pragma GCC visibility push(hidden)

extern struct gm_control gm_control;

int gm_on(uint32_t kind, const void *pc);
int gm_core_start(struct gm_boot *boot);
void gm_core_wake(void);
void gm_core_sleep(uint32_t microseconds, int doze);
void gm_core_answer(uint32_t done);
void gm_core_become(uint32_t what);
void gm_core_await_close(void);
uint64_t gm_core_ticks(void);
int gm_core_flush(uint32_t reason, uint32_t milliseconds);
void gm_core_stop(const char *why);
int gm_in_core(const void *pc);

#pragma GCC visibility pop

#endif
