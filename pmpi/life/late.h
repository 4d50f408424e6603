/* Whether calls are recorded, and recording that starts late (late.c). */
#ifndef GM_LATE_H
#define GM_LATE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

int gm_on(uint32_t kind, const void *pc);

#pragma GCC visibility pop

#endif
