/* The functions that may begin late (zz_delayed.c, generated). */
#ifndef GM_DELAYED_H
#define GM_DELAYED_H

#include "../base/zz_wrappers.h"
#include "install.h"

#pragma GCC visibility push(hidden)

/* By GM_FN_*; by is NULL where a function is never late. */
extern const struct gm_replaced gm_delayed[GM_FUNCTIONS];

void gm_delay(unsigned fn);

#pragma GCC visibility pop

#endif
