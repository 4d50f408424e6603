/*
 * A call begins late: a rank may be as slow as it likes. So other ranks come first where they
 * compete for a lock or a shared file pointer, leave collective calls before this rank enters them,
 * and the other threads of this rank go ahead. A call that returns late makes the rank late for its
 * later calls, and delays its own code.
 */
#include "delay.h"

#include <stddef.h>

#include "install.h"
#include "nap.h"
#include "plan.h"
#include "zz_delayed.h"

static void replace(unsigned fn)
{
	gm_replace(&gm_delayed[fn], gm_delayed[fn].by != NULL);
}

void gm_delay_setup(void)
{
	gm_nap_setup();
	gm_plan_functions(GM_FORCE_DELAY, replace);
}
