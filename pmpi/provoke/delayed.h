/* The functions that may begin late (zz_delayed.c, generated). */
#ifndef GM_DELAYED_H
#define GM_DELAYED_H

#include "../base/zz_wrappers.h"
#include "install.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

/* By GM_FN_*; by is NULL where a function is never late. */
extern const struct gm_replaced gm_delayed[GM_FUNCTIONS];

struct gm_choice *gm_delay(unsigned fn);
void gm_delay_after(struct gm_choice *c);

#pragma GCC visibility pop

#endif
