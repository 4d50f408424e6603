/*
 * How threads of the program and the core signal each other: flags in shared memory,
 * with futexes to wait for them.
 */
#include "control.h"

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"

enum { CLOSE_MS = 200 };

struct gm_control gm_control;

/* Wakes the drain if it sleeps. */
void gm_core_wake(void)
{
	if (!__atomic_load_n(&gm_control.sleeping, __ATOMIC_SEQ_CST))
		return;
	__atomic_fetch_add(&gm_control.wake, 1, __ATOMIC_SEQ_CST);
	gm_futex_wake(&gm_control.wake);
}

/* For the drain: every flush up to this number has been served. */
void gm_core_answer(uint32_t done)
{
	GM_PUBLISH(&gm_control.done, done);
	gm_futex_wake(&gm_control.done);
}

/* For the drain: announces the state of the core. */
void gm_core_become(uint32_t what)
{
	GM_PUBLISH(&gm_control.ready, what);
	gm_futex_wake(&gm_control.ready);
}

/* At exit: gives a core that had an internal error time to close its files. */
void gm_core_await_close(void)
{
	const uint64_t end = gm_monotonic_nano() + CLOSE_MS * 1000000ull;

	while (GM_ACQUIRE(&gm_control.ready) == GM_CORE_CLOSING && gm_monotonic_nano() < end)
		gm_futex_wait(&gm_control.ready, GM_CORE_CLOSING, 10000);
}

uint64_t gm_core_ticks(void)
{
	return gm_ticks();
}

/*
 * Asks the drain to make everything durable and waits, up to a limit; -1 if that was
 * too short. If the core can do no more, it has said so itself.
 */
int gm_core_flush(uint32_t reason, uint32_t milliseconds)
{
	const uint64_t end = gm_monotonic_nano() + milliseconds * 1000000ull;
	uint32_t mine, done;

	GM_STORE(&gm_control.reason, reason);
	mine = __atomic_add_fetch(&gm_control.want, 1, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&gm_control.wake, 1, __ATOMIC_SEQ_CST);
	gm_futex_wake(&gm_control.wake);
	while ((int32_t)((done = GM_ACQUIRE(&gm_control.done)) - mine) < 0) {
		if (GM_ACQUIRE(&gm_control.ready) == GM_CORE_DEAD)
			return 0;
		if (gm_monotonic_nano() > end)
			return -1;
		gm_futex_wait(&gm_control.done, done, 10000);
	}
	return 0;
}
