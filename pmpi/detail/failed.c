/*
 * Records the machine code after a failed call, from which the check can tell whether the program
 * uses the return code. It is recorded once for each place in the program, and only on x86-64, the
 * code that the check understands.
 */
#include "failed.h"

#include "../base/gm.h"
#include "../base/peek.h"
#include "../base/record.h"
#include "../record/blob.h"
#include "../record/ring.h"
#include "../record/thread.h"

enum {
	PLACES = 256, /* a power of two; the code of further places is not recorded */
	WORDS = 48,   /* of code on each side of the place: loops jump back */
	PAGE = 4096
};

static uintptr_t places[PLACES];

/* Whether the code of this place has not been recorded yet; it counts as recorded from now on. */
static int new_place(uintptr_t pc)
{
	const uint32_t home = (uint32_t)((pc * UINT64_C(0x9e3779b97f4a7c15)) >> 32);

	for (uint32_t i = 0; i < PLACES; i++) {
		uintptr_t *place = &places[(home + i) & (PLACES - 1)];
		uintptr_t empty = 0;

		if (GM_LOAD(place) == pc)
			return 0;
		if (__atomic_compare_exchange_n(
			    place, &empty, pc, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			return 1;
		if (empty == pc)
			return 0;
	}
	return 0;
}

/* The begin of the readable bytes before at, at most WORDS words before it. */
static uintptr_t readable_from(uintptr_t at)
{
	const uintptr_t page = at & -(uintptr_t)PAGE;
	const uintptr_t from = at - WORDS * sizeof(int64_t);

	return from >= page || gm_can_peek((const void *)from) ? from : page;
}

/* The end of the readable bytes after at, at most WORDS words behind it. */
static uintptr_t readable_to(uintptr_t at)
{
	const uintptr_t end = (at & -(uintptr_t)PAGE) + PAGE;
	const uintptr_t to = at + WORDS * sizeof(int64_t);

	return to <= end || gm_can_peek((const void *)(to - 1)) ? to : end;
}

void gm_failed(struct gm_thread *t, const void *pc)
{
	const uintptr_t at = (uintptr_t)pc & -(uintptr_t)sizeof(int64_t);
	struct gm_blob blob;
	uintptr_t from, to;
	int64_t n;

#if !defined(__x86_64__)
	return;
#endif
	if (!gm_can_peek(pc) || !new_place((uintptr_t)pc))
		return;
	from = readable_from(at);
	to = readable_to(at);
	n = (int64_t)((to - from) / sizeof(int64_t));
	gm_blob_open(&blob, t, pc, 1 + n);
	gm_blob_word(&blob, n);
	for (; from < to; from += sizeof(int64_t))
		gm_blob_word(&blob, gm_peek64((const void *)from));
	gm_record(t, GM_META(GM_KIND_CODE, GM_ONCE, 0, 2), pc,
		(const int64_t[]){GM_CODE_X86_64, (int64_t)(to - (uintptr_t)n * sizeof(int64_t))});
}
