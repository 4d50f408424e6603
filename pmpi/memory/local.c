/*
 * Local variables of the program that MPI uses after the call that named them: buffers of
 * nonblocking operations, windows, the buffer for buffered sends. When a later call of the same
 * thread comes with a stack pointer above such a variable, the variable's function has returned: a
 * record says so. Mostly the operation is complete by then. This only filters: readers of the log
 * know which operations are still under way.
 *
 * Variables on other stacks are left out: stacks of other threads, and of a program's own kind of
 * threads. Such a stack may be an array in a frame of the thread's own stack, so a return is
 * believed only if unwinding leads to the same outermost frame as before.
 */
#define _GNU_SOURCE
#include "local.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/record.h"
#include "../guest/stack.h"
#include "../record/ring.h"
#include "../record/thread.h"

enum {
	MAIN_STACK = 128 << 20, /* kept free for the first thread's stack, at least */
	OUTERMOST = 64 << 10,   /* bytes from its outermost frame to its end, at most */
	BASE_TRIES = 8,
};

extern void *__libc_stack_end __attribute__((weak));

/* The stack of the first thread. To ask the C library for it would read /proc/self/maps. */
static int first_stack(struct gm_thread *t)
{
	struct rlimit limit;
	uintptr_t size = MAIN_STACK;

	if (!&__libc_stack_end)
		return 0;
	if (!getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur < size)
		size = limit.rlim_cur;
	t->stack_end = (uintptr_t)__libc_stack_end;
	t->locals.is_first = 1;
	t->locals.stack_low = t->stack_end - size;
	return 1;
}

/* Finds where the calling thread's stack is. */
static void find_stack(struct gm_thread *t)
{
	pthread_attr_t attr;
	void *low;
	size_t size;

	t->locals.stack_low = t->stack_end = 0; /* nothing is on it */
	if (syscall(SYS_gettid) == getpid() && first_stack(t))
		return;
	if (pthread_getattr_np(pthread_self(), &attr))
		return;
	if (!pthread_attr_getstack(&attr, &low, &size)) {
		t->locals.stack_low = (uintptr_t)low;
		t->stack_end = (uintptr_t)low + size;
	}
	pthread_attr_destroy(&attr);
}

/*
 * Finds the outermost frame of the thread's own stack; 0 if another stack is in use. The outermost
 * frame of the first thread is close to the end of the stack.
 */
static int find_base(struct gm_thread *t)
{
	const uintptr_t base = gm_stack_base(t);

	if (base > t->locals.stack_low && base <= t->stack_end &&
		(!t->locals.is_first || t->stack_end - base < OUTERMOST)) {
		t->locals.stack_base = base;
		return 1;
	}
	if (++t->locals.base_tries == BASE_TRIES)
		t->locals.stack_low = t->stack_end = 0; /* it takes too much time */
	return 0;
}

/* Whether a call from pc with this stack pointer is on the stack that was found first. */
static int same_stack(struct gm_thread *t, uintptr_t pc, uintptr_t sp)
{
	struct gm_stood *s = &t->locals.stood[(pc ^ sp >> 4) % GM_STOOD];

	if (s->pc != pc || s->sp != sp)
		*s = (struct gm_stood){pc, sp, gm_stack_base(t) == t->locals.stack_base};
	return s->same;
}

GM_COLD void gm_local_add(struct gm_thread *t, const void *pc, uintptr_t sp, uintptr_t at)
{
	uint32_t highest = 0;

	if (t->stack_end == UINTPTR_MAX)
		find_stack(t);
	if (sp < t->locals.stack_low || sp >= t->stack_end || at < sp || at >= t->stack_end)
		return;
	if (!t->locals.stack_base && !find_base(t))
		return;
	if (!same_stack(t, (uintptr_t)pc, sp))
		return;
	for (uint32_t i = 0; i < t->locals.count; i++) {
		if (t->locals.at[i] == at)
			return;
		if (t->locals.at[i] > t->locals.at[highest])
			highest = i;
	}
	/*
	 * Functions return in the order of addresses: the variables with the lowest addresses are
	 * kept.
	 */
	if (t->locals.count < GM_LOCALS)
		t->locals.at[t->locals.count++] = at;
	else if (at < t->locals.at[highest])
		t->locals.at[highest] = at;
	else
		return;
	if (at < t->local)
		t->local = at;
}

/* Functions of such variables have returned: of all variables below the stack pointer. */
GM_COLD void gm_local_returned(struct gm_thread *t, uint32_t kind, const void *pc, uintptr_t sp)
{
	const int64_t words[4] = {GM_MEMORY_RETURNED, kind, (int64_t)t->local, (int64_t)sp};
	uint32_t left = 0;

	if (sp < t->locals.stack_low || sp >= t->stack_end || !same_stack(t, (uintptr_t)pc, sp))
		return;
	t->local = UINTPTR_MAX;
	for (uint32_t i = 0; i < t->locals.count; i++) {
		const uintptr_t at = t->locals.at[i];

		if (at < sp)
			continue;
		t->locals.at[left++] = at;
		if (at < t->local)
			t->local = at;
	}
	t->locals.count = left;
	gm_record(t, GM_META(GM_KIND_MEMORY, GM_ONCE, 0, 4), pc, words);
}
