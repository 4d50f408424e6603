/* Sleeping before or after a call that is to begin or to return late. */
#include "nap.h"

#include <stdint.h>

#include "../base/clock.h"
#include "plan.h"

enum { NAP_NANO = 200000 };

static void nap(struct gm_choice *c)
{
	gm_forced(c);
	for (const uint64_t end = gm_in_ms((uint64_t)c->ms); !gm_over(end, NAP_NANO);)
		;
}

/* Called before the call itself. Returns the choice to be applied after it, or NULL. */
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
