/* Tests and probes that say false for a while (flag.c). */
#ifndef GM_FORCE_FLAG_H
#define GM_FORCE_FLAG_H

#pragma GCC visibility push(hidden)

void gm_flag_setup(void);

#pragma GCC visibility pop

#endif
