/* Collective calls that synchronize (sync.c). */
#ifndef GM_FORCE_SYNC_H
#define GM_FORCE_SYNC_H

#pragma GCC visibility push(hidden)

void gm_sync_setup(void);

#pragma GCC visibility pop

#endif
