/*
 * Where the program has called CUDA or HIP: the return address in the innermost function on the
 * stack that is not in a library of CUDA, HIP or gomarmot. Walking a stack takes microseconds, so
 * places are kept by the stack pointer, each with the return addresses from gg_place up to the
 * place, and where these lie on the stack. A place is valid while all of them lie there: the first
 * is that of the running function, and each belongs to the function that the one before returns to,
 * so the function's frame has the same size, and the next return address lies at the same distance.
 * Old return addresses in unused parts of the stack therefore do not count.
 */
#define _GNU_SOURCE
#include "place.h"

#include <dlfcn.h>
#include <string.h>
#include <unwind.h>

/* 2 KiB for each thread: threads may have small stacks, on which these variables lie. */
enum { KEPT = 12, LINKS = 24, DEPTH = 64, WORD = sizeof(uintptr_t) };

struct kept {
	uintptr_t sp;          /* the stack pointer in gg_place */
	uintptr_t pc;          /* the place */
	uint32_t links[LINKS]; /* the return addresses from that of gg_place on, their low half */
	uint16_t at[LINKS];    /* where they lie, in words from the stack pointer on */
	uint16_t n;
};

struct walk {
	struct kept found;
	int depth, incomplete; /* incomplete: found has not all return addresses up to the place */
};

static __thread struct kept kept[KEPT];

/* Whether an address is in a library of CUDA, of HIP or of gomarmot. */
static int is_gpu(uintptr_t pc)
{
	static const char *const names[] = {
		"libcuda.so", "libcudart", "libcupti", "libnvidia", "libamdhip64", "libgomarmot"};
	Dl_info info;
	const char *name;

	if (!dladdr((const void *)pc, &info) || !info.dli_fname)
		return 0;
	name = strrchr(info.dli_fname, '/');
	name = name ? name + 1 : info.dli_fname;
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return 1;
	return 0;
}

/* Adds a return address that lies at an address. */
static void add(struct walk *w, uintptr_t pc, uintptr_t at)
{
	struct kept *k = &w->found;

	if (k->n == LINKS || at < k->sp || (at - k->sp) / WORD > UINT16_MAX ||
		*(const uintptr_t *)at != pc) {
		w->incomplete = 1;
		return;
	}
	k->at[k->n] = (uint16_t)((at - k->sp) / WORD);
	k->links[k->n++] = (uint32_t)pc;
}

/* Visits gg_place itself first, and then the functions that have called it. */
static _Unwind_Reason_Code step(struct _Unwind_Context *frame, void *arg)
{
	struct walk *w = arg;
	const uintptr_t pc = _Unwind_GetIP(frame);

	if (!pc || w->depth++ == DEPTH)
		return _URC_END_OF_STACK;
	if (w->depth > 1) /* below the caller's frame */
		add(w, pc, _Unwind_GetCFA(frame) - WORD);
	if (is_gpu(pc))
		return _URC_NO_REASON;
	w->found.pc = pc;
	return _URC_END_OF_STACK;
}

/* Whether all return addresses lie where they lay. */
static int is_valid(const struct kept *k, uintptr_t sp)
{
	if (k->sp != sp)
		return 0;
	for (unsigned i = 0; i < k->n; i++)
		if ((uint32_t)((const uintptr_t *)sp)[k->at[i]] != k->links[i])
			return 0;
	return 1;
}

/* Returns the return address in the program; 0: there is none. */
uintptr_t gg_place(void)
{
	const uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
	struct kept *k = &kept[(sp >> 4) % KEPT];
	struct walk w = {.found.sp = sp};

	if (is_valid(k, sp))
		return k->pc;
	_Unwind_Backtrace(step, &w);
	if (w.found.pc && !w.incomplete)
		*k = w.found;
	return w.found.pc;
}
