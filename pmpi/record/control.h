/* Flags between threads of the program and the core (control.c). */
#ifndef GM_CONTROL_H
#define GM_CONTROL_H

#include <stdint.h>

#include "../base/core_abi.h"

#pragma GCC visibility push(hidden)

extern struct gm_control gm_control;

void gm_core_wake(void);
void gm_core_answer(uint32_t done);
void gm_core_become(uint32_t what);
void gm_core_await_close(void);
uint64_t gm_core_ticks(void);
int gm_core_flush(uint32_t reason, uint32_t milliseconds);

#pragma GCC visibility pop

#endif
