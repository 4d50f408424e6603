/* The individual file pointer of an access that begins later (position.c). */
#ifndef GM_POSITION_H
#define GM_POSITION_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

void gm_position_setup(void);
int gm_position_pass(uintptr_t file, intptr_t n, uintptr_t type, int64_t *offset);

#pragma GCC visibility pop

#endif
