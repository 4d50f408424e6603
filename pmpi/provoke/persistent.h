/* Persistent receives that take another message than in the plain run (persistent.c). */
#ifndef GM_FORCE_PERSISTENT_H
#define GM_FORCE_PERSISTENT_H

#pragma GCC visibility push(hidden)

/* Replaces the functions of match.c, too. */
void gm_persistent_setup(void);

#pragma GCC visibility pop

#endif
