/*
 * Programs order their ranks by values in windows: flags, locks, counters. A value that a
 * rank stores there is recorded before the storing call, a value that it fetches after the call
 * that completes the fetch. Only single elements of 4 or 8 bytes are recorded: programs use
 * no others for this.
 */
#include "value.h"

#include <errno.h>

#include "../base/peek.h"
#include "../base/record.h"
#include "../library/flavour.h"
#include "../library/typemap.h"
#include "../library/zz_predef.h"
#include "../loaded/device.h"
#include "../record/ring.h"
#include "../record/room.h"

enum {
	ASKED = 16
}; /* fetches of a thread that can wait for their values; of more fetches, the earliest get none */

struct gm_values {
	uintptr_t type; /* the last datatype seen, */
	int64_t bytes;  /* and how many bytes a value has of it; 0: it is of no interest */
	struct {
		int64_t win;
		const void *result;
		int32_t target;
		uint32_t seq; /* of the call's record */
		int64_t bytes;
	} asked[ASKED];
};

static int64_t bytes_of(uintptr_t type)
{
	const int saved = errno;
	struct gm_map *map = gm_map_of(type);
	int64_t bytes = 0;

	if (map && map->runs == 1 && map->run[0].at == 0 && map->size == map->extent &&
		(map->size == 4 || map->size == 8))
		bytes = map->size;
	gm_map_release(map);
	errno = saved;
	return bytes;
}

/* How many bytes a value of this type has; 0: it is of no interest. */
static int64_t width(struct gm_thread *t, uintptr_t type)
{
	struct gm_values *v = t->values.at;

	if (!v)
		v = gm_room_grow(&t->values, sizeof *v);
	if (!v)
		return 0;
	if (v->type != type || !v->type) {
		v->type = type;
		v->bytes = bytes_of(type);
	}
	return v->bytes;
}

static int64_t value_at(const void *address, int64_t bytes)
{
	return bytes == 8 ? gm_peek64(address) : (int64_t)(int32_t)gm_peek32(address);
}

/* The next record is of a call that combines an element with an element of a window. If compare
 * is not NULL, the call replaces the window's element if it equals *compare, and op is 0. A program
 * that waits for a value fetches it again and again with MPI_NO_OP, which ignores the element. */
void gm_value_left(struct gm_thread *t, const void *pc, uintptr_t type, uintptr_t op,
	const void *origin, const void *compare)
{
	if (op && op == gm_predef(GM_ID_NO_OP))
		return;
	const int64_t bytes = width(t, type);

	if (!bytes || gm_is_device(origin) || (compare && gm_is_device(compare)))
		return;
	int64_t *w = gm_begin(t, GM_META(GM_KIND_VALUE, GM_ONCE, 0, compare ? 3 : 2), pc);

	w[0] = bytes;
	w[1] = value_at(origin, bytes);
	if (compare)
		w[2] = value_at(compare, bytes);
	gm_commit(t);
}

/* The last record is of a call that fetches an element. */
void gm_value_asked(
	struct gm_thread *t, uintptr_t type, int64_t win, int32_t target, const void *result)
{
	const int64_t bytes = width(t, type);
	struct gm_values *v = t->values.at;

	if (!bytes || target < 0 || gm_is_device(result))
		return;
	const unsigned i = t->asked++ % ASKED;

	v->asked[i].win = win;
	v->asked[i].result = result;
	v->asked[i].target = target;
	v->asked[i].seq = t->seq - 1;
	v->asked[i].bytes = bytes;
}

void gm_values_there(struct gm_thread *t, const void *pc, int64_t win, int32_t target)
{
	struct gm_values *v = t->values.at;
	const unsigned n = t->asked < ASKED ? t->asked : ASKED;
	unsigned kept = 0;

	for (unsigned i = 0; i < n; i++) {
		if (v->asked[i].win != win || (target >= 0 && v->asked[i].target != target)) {
			v->asked[kept++] = v->asked[i];
			continue;
		}
		int64_t *w = gm_begin(t, GM_META(GM_KIND_FETCHED, GM_ONCE, 0, 2), pc);

		w[0] = v->asked[i].seq;
		w[1] = value_at(v->asked[i].result, v->asked[i].bytes);
		gm_commit(t);
	}
	t->asked = kept;
}
