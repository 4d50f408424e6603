/*
 * The purposes for which memory in use is tracked: set while recording starts, and when digests
 * stop.
 */
#include "tracking.h"

uint32_t gm_tracking;

void gm_tracking_on(uint32_t what)
{
	__atomic_fetch_or(&gm_tracking, what, __ATOMIC_RELAXED);
}

void gm_tracking_off(uint32_t what)
{
	__atomic_fetch_and(&gm_tracking, ~what, __ATOMIC_RELAXED);
}
