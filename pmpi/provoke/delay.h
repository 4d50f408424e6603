/* Calls that begin late (delay.c). */
#ifndef GM_FORCE_DELAY_H
#define GM_FORCE_DELAY_H

#pragma GCC visibility push(hidden)

void gm_delay_setup(void);

#pragma GCC visibility pop

#endif
