/*
 * A call begins late: a rank may be as slow as it likes. So other ranks come first where they
 * compete for a lock or a shared file pointer, leave collective calls before this rank enters them,
 * and the other threads of this rank go ahead. A call that returns late makes the rank late for
 * what follows, its own code included.
 */
#include "delay.h"

#include <stdint.h>

#include "../base/clock.h"
#include "../base/zz_wrappers.h"
#include "delayed.h"
#include "install.h"
#include "plan.h"

enum { NAP_NANO = 200000 };

static void nap(struct gm_choice *c)
{
	gm_forced(c);
	for (const uint64_t end = gm_in_ms((uint64_t)c->ms); !gm_over(end, NAP_NANO);)
		;
}

/* Called before the call itself; what is to be done after it, or NULL. */
struct gm_choice *gm_delay(unsigned fn)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_DELAY, fn);

	if (!c || c->after)
		return c;
	nap(c);
	return NULL;
}

void gm_delay_after(struct gm_choice *c)
{
	nap(c);
}

static void replace(unsigned fn)
{
	gm_replace(&gm_delayed[fn], gm_delayed[fn].by != NULL);
}

void gm_delay_setup(void)
{
	gm_plan_functions(GM_FORCE_DELAY, replace);
}
