/* RMA operations that have been called, and not begun (rmaops.c). */
#ifndef GM_RMAOPS_H
#define GM_RMAOPS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { GM_ALL_TARGETS = INT32_MIN };
#define GM_ALL_WINDOWS UINTPTR_MAX

void gm_rma_ops_setup(void);
int gm_rma_begin(uintptr_t win, int32_t target, int passive);

#pragma GCC visibility pop

#endif
