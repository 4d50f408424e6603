/*
 * A time in which a thread is not cancelled: asynchronously cancelled in dlsym, it would leave the
 * loader's lock held, and the next thread that needs it would hang. Its signal is blocked, too:
 * glibc 2.36 obeys a signal that was sent just before cancellation was disabled.
 */
#define _GNU_SOURCE
#include "cancel.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SIGCANCEL = 32, MASK_BYTES = 8 }; /* glibc's and musl's; their sigprocmask leaves it out */

struct gm_cancel gm_cancel_off(void)
{
	const uint64_t cancel = 1ull << (SIGCANCEL - 1);
	struct gm_cancel before;

	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &cancel, &before.mask, MASK_BYTES);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before.state);
	return before;
}

void gm_cancel_on(const struct gm_cancel *before)
{
	pthread_setcancelstate(before->state, NULL);
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before->mask, NULL, MASK_BYTES);
}
