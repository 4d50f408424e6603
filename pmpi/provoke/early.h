/* Ranks that leave collective calls early (early.c). */
#ifndef GM_FORCE_EARLY_H
#define GM_FORCE_EARLY_H

#pragma GCC visibility push(hidden)

void gm_early_setup(void);

#pragma GCC visibility pop

#endif
