/* RMA operations that begin when they must be complete (rma.c). */
#ifndef GM_FORCE_RMA_H
#define GM_FORCE_RMA_H

#pragma GCC visibility push(hidden)

void gm_rma_setup(void);

#pragma GCC visibility pop

#endif
