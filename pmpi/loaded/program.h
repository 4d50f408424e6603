/* The program's code (program.c). */
#ifndef GM_PROGRAM_H
#define GM_PROGRAM_H

#include <stdint.h>

#include "text.h"

#pragma GCC visibility push(hidden)

extern struct gm_text gm_program; /* the program's own code, or most of it */

void gm_program_setup(int all_calls);
int gm_in_program(uintptr_t at);
int gm_of_program(uintptr_t at);
int gm_is_own(uintptr_t at);

#pragma GCC visibility pop

#endif
