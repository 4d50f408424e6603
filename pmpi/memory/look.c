/*
 * Where the buffers of a call lie. Buffers in memory of an accelerator go on record, the first of
 * each allocation; others are looked up in the program's heap (heap.c).
 */
#include "look.h"

#include <errno.h>

#include "../base/gm.h"
#include "../base/record.h"
#include "../library/args.h"
#include "../library/aware.h"
#include "../library/comm.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "../loaded/device.h"
#include "../record/blob.h"
#include "../record/ring.h"
#include "heap.h"
#include "tracking.h"

/* Whether an argument lies in memory of an accelerator. */
static int is_device(struct gm_thread *t, const void *pc, int arg, const void *at)
{
	const int saved = errno;
	struct gm_allocation in;
	const int found = GM_LOAD(&gm_devices) && !gm_in_place(at) ? gm_device_find(at, &in) : 0;

	if (found > 1) {
		const int64_t words[7] = {GM_MEMORY_DEVICE, arg, (int64_t)(uintptr_t)at,
			(int64_t)in.hi, (int64_t)in.lo, (int64_t)(in.hi - in.lo),
			gm_refuses(in.of, at)};

		gm_record(t, GM_META(GM_KIND_MEMORY, GM_ONCE, 0, 7), pc, words);
	}
	errno = saved;
	return found;
}

/* size bytes from an address on. */
void gm_look_bytes(struct gm_thread *t, const void *pc, int arg, const void *at, int64_t size)
{
	if (!is_device(t, pc, arg, at) && gm_heaps())
		gm_heap_bytes(t, pc, arg, at, size);
}

/* count elements of a datatype. */
void gm_look_buffer(struct gm_thread *t, const void *pc, int arg, const void *buf, int64_t count,
	uintptr_t type)
{
	if (count > 0 && !is_device(t, pc, arg, buf) && gm_heaps())
		gm_heap_buffer(t, pc, arg, buf, count, type);
}

/* A buffer of blocks. */
void gm_look_blocks(struct gm_thread *t, const void *pc, int arg, const void *buf,
	const struct gm_blocks *blocks)
{
	if (!is_device(t, pc, arg, buf) && gm_heaps())
		gm_heap_blocks(t, pc, arg, buf, blocks);
}

/* An array of n arguments. */
void gm_look_array(
	struct gm_thread *t, const void *pc, int arg, const void *at, int64_t n, uint32_t size)
{
	int64_t bytes;

	if (gm_heaps() && (uintptr_t)at != gm_layout.ignore &&
		!__builtin_mul_overflow(n, (int64_t)size, &bytes))
		gm_heap_bytes(t, pc, arg, at, bytes);
}

/* An array with room for each of n requests that may complete: MPI_REQUEST_NULL may not. */
void gm_look_completed(struct gm_thread *t, const void *pc, int arg, const void *at, uint32_t size,
	int64_t n, const void *requests)
{
	int64_t room = 0;

	if (!gm_heaps())
		return;
	n = gm_array_len(n, requests, gm_handle_size());
	for (int64_t i = 0; i < n; i++)
		room += !gm_is_null(GM_CLASS_REQUEST, (uint64_t)gm_request_at(requests, i));
	gm_look_array(t, pc, arg, at, room, size);
}
