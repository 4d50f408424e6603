/*
 * The core, libgomarmot-core.so, once it is loaded: which addresses are its code, the sleep of its
 * drain, and how it stops for good. Application threads never enter it (load.c).
 */
#include "core.h"

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "../loaded/text.h"
#include "control.h"
#include "thread.h"

static struct {
	uint32_t rank;
	struct gm_text text;
} core;

/* The core of this rank is loaded; code is an address in it. */
void gm_core_loaded(uint32_t rank, const void *code)
{
	core.rank = rank;
	core.text = gm_text_at(code);
}

/* Whether pc is in the core's code. */
int gm_in_core(const void *pc)
{
	return gm_in_text(&core.text, (uintptr_t)pc);
}

/*
 * The drain can never run again. May be called in a signal handler. A program
 * that ends in the meantime waits until the line is written (gm_core_await_close).
 */
void gm_core_stop(const char *why)
{
	const uint32_t was =
		__atomic_exchange_n(&gm_control.ready, GM_CORE_CLOSING, __ATOMIC_SEQ_CST);

	GM_STORE(&gm_control.state, GM_OFF);
	gm_rings_off();
	if (was == GM_CORE_RUNS)
		gm_note("rank %u: %s; recording stops, this rank's further calls are missing from "
			"the log, the program goes on",
			core.rank, why);
	else if (was == GM_CORE_STARTING)
		gm_note("rank %u: %s; the program runs unwatched", core.rank, why);
	gm_core_become(GM_CORE_DEAD);
}

/* Changes the state to another value, if it is still from. */
static void change_state(uint32_t from, uint32_t to)
{
	__atomic_compare_exchange_n(
		&gm_control.state, &from, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/*
 * For the drain: sleeps until it is woken or the time is over. Threads wake it
 * when a ring fills up or a flush is wanted; while it dozes, any call does.
 */
void gm_core_sleep(uint32_t microseconds, int doze)
{
	const uint32_t seen = GM_ACQUIRE(&gm_control.wake);

	__atomic_store_n(&gm_control.sleeping, 1, __ATOMIC_SEQ_CST);
	if (doze)
		change_state(GM_ON, GM_DOZE);
	if (GM_ACQUIRE(&gm_control.want) == GM_ACQUIRE(&gm_control.done) &&
		!(doze && gm_rings_busy()))
		gm_futex_wait(&gm_control.wake, seen, microseconds);
	if (doze)
		change_state(GM_DOZE, GM_ON);
	__atomic_store_n(&gm_control.sleeping, 0, __ATOMIC_SEQ_CST);
}
