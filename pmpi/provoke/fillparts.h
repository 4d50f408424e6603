/* Results of nonblocking collective calls with parts of several sizes (fillparts.c). */
#ifndef GM_FILLPARTS_H
#define GM_FILLPARTS_H

#pragma GCC visibility push(hidden)

void gm_fill_parts_setup(void);

#pragma GCC visibility pop

#endif
