/*
 * Forces behavior that MPI allows and a plain run did not show. GOMARMOT_PROVOKE names the plan;
 * without it nothing here is called.
 */
#include "provoke.h"

#include <stdlib.h>

#include "delay.h"
#include "early.h"
#include "file.h"
#include "fill.h"
#include "flag.h"
#include "order.h"
#include "persistent.h"
#include "plan.h"
#include "rma.h"
#include "send.h"
#include "sync.h"

/* Called once, when this process's rank is known and before it makes another call. */
void gm_provoke_setup(int rank)
{
	static void (*const setup[GM_FORCINGS])(void) = {
		[GM_FORCE_SEND] = gm_send_setup,
		[GM_FORCE_MATCH] = gm_persistent_setup,
		[GM_FORCE_FILE] = gm_file_setup,
		[GM_FORCE_ORDER] = gm_order_setup,
		[GM_FORCE_FLAG] = gm_flag_setup,
		[GM_FORCE_FILL] = gm_fill_setup,
		[GM_FORCE_RMA] = gm_rma_setup,
		[GM_FORCE_EARLY] = gm_early_setup,
		[GM_FORCE_SYNC] = gm_sync_setup,
		[GM_FORCE_DELAY] = gm_delay_setup,
	};
	const char *path = getenv("GOMARMOT_PROVOKE");

	if (!path || !*path || gm_plan_read(path, rank))
		return;
	for (int i = 0; i < GM_FORCINGS; i++)
		if (gm_plan_has((enum gm_forcing)i))
			setup[i]();
}
