/* Receives that take another message than in the plain run (match.c). */
#ifndef GM_FORCE_MATCH_H
#define GM_FORCE_MATCH_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_choice;

void gm_match_setup(void);
int gm_match_take(
	struct gm_choice *c, intptr_t source, intptr_t tag, uintptr_t comm, uintptr_t *message);

#pragma GCC visibility pop

#endif
