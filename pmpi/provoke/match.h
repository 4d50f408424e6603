/* Receives that take another message than in the plain run (match.c). */
#ifndef GM_FORCE_MATCH_H
#define GM_FORCE_MATCH_H

#pragma GCC visibility push(hidden)

void gm_match_setup(void);

#pragma GCC visibility pop

#endif
