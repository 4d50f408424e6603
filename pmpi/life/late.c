/* Calls that are made while nothing is recorded: such a call may have to start recording. */
#include "late.h"

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../loaded/mpitext.h"
#include "../loaded/real.h"
#include "../record/control.h"
#include "phase.h"
#include "start.h"
#include "stray.h"

/*
 * A call while nothing is recorded: if a call that gomarmot did not see has
 * initialized MPI, recording starts with this call. It must come from the thread
 * that initialized MPI, as far as the library knows. 1 if recording started.
 */
static int start_late(const void *pc)
{
	if (gm_tried() || gm_initializing || gm_in_mpi(pc) || !gm_mpi_says("PMPI_Initialized") ||
		gm_mpi_says("PMPI_Finalized") || !gm_mpi_says("PMPI_Is_thread_main"))
		return 0;
	gm_start_once(NULL, 0, NULL, gm_moment());
	return GM_LOAD(&gm_control.state) != GM_OFF;
}

/* Whether calls are recorded; wakes a dozing drain. */
GM_COLD int gm_on(uint32_t kind, const void *pc)
{
	uint32_t doze = GM_DOZE;

	if (__atomic_compare_exchange_n(
		    &gm_control.state, &doze, GM_ON, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
		__atomic_fetch_add(&gm_control.wake, 1, __ATOMIC_SEQ_CST);
		gm_futex_wake(&gm_control.wake);
		return 1;
	}
	if (doze == GM_ON || start_late(pc))
		return 1;
	gm_stray(kind, pc);
	return 0;
}
