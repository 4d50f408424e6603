/*
 * Where the program has called CUDA or HIP: the return address in the innermost function on the
 * stack that is not in a library of CUDA, HIP or gomarmot. Walking a stack takes microseconds, so
 * places are kept by the stack pointer, and are valid while the same return address lies at the
 * same place on the stack.
 */
#define _GNU_SOURCE
#include "place.h"

#include <dlfcn.h>
#include <string.h>
#include <unwind.h>

enum { KEPT = 64, DEPTH = 64 };

struct kept {
	uintptr_t sp;        /* the stack pointer in gg_place */
	const uintptr_t *at; /* where the return address lies on the stack */
	uintptr_t pc;
};

struct walk {
	const uintptr_t *at;
	uintptr_t pc;
	int depth;
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

static _Unwind_Reason_Code step(struct _Unwind_Context *frame, void *arg)
{
	struct walk *w = arg;
	const uintptr_t pc = _Unwind_GetIP(frame);

	if (!pc || w->depth++ == DEPTH)
		return _URC_END_OF_STACK;
	if (is_gpu(pc))
		return _URC_NO_REASON;
	w->pc = pc;
	w->at = (const uintptr_t *)_Unwind_GetCFA(frame) - 1; /* below the caller's frame */
	return _URC_END_OF_STACK;
}

/* Returns the return address in the program; 0: there is none. */
uintptr_t gg_place(void)
{
	const uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
	struct kept *k = &kept[(sp >> 4) % KEPT];
	struct walk w = {.pc = 0};

	if (k->sp == sp && *k->at == k->pc)
		return k->pc;
	_Unwind_Backtrace(step, &w);
	if (w.pc && *w.at == w.pc)
		*k = (struct kept){sp, w.at, w.pc};
	return w.pc;
}
