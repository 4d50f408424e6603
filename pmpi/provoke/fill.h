/* Receive buffers that hold a pattern until the message is there (fill.c). */
#ifndef GM_FORCE_FILL_H
#define GM_FORCE_FILL_H

#pragma GCC visibility push(hidden)

void gm_fill_setup(void);

#pragma GCC visibility pop

#endif
