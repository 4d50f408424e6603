/* Standard sends that complete only when they are matched (send.c). */
#ifndef GM_FORCE_SEND_H
#define GM_FORCE_SEND_H

#pragma GCC visibility push(hidden)

void gm_send_setup(void);

#pragma GCC visibility pop

#endif
