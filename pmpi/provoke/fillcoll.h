/* Results of nonblocking collective calls (fillcoll.c). */
#ifndef GM_FILLCOLL_H
#define GM_FILLCOLL_H

#pragma GCC visibility push(hidden)

void gm_fill_results_setup(void);

#pragma GCC visibility pop

#endif
