/* Which bytes of a buffer the recording of accesses needs. */
#include "cover.h"

#include "../base/gm.h"
#include "../library/typemap.h"
#include "../loaded/mapped.h"
#include "access.h"
#include "heap.h"
#include "table.h"
#include "tracking.h"
#include "use.h"

enum {
	LARGE = 1 << 26, /* bytes; a buffer that claims to be larger may be a mistake */
	MANY = 1024,     /* entries; if there are more, overlaps are not looked for */
};

static void set(uintptr_t at, int64_t size, enum gm_use use, int on)
{
	if (size <= 0 || (size > LARGE && gm_mapped((const void *)at, size) != 1))
		return;
	if (on && gm_heaps())
		gm_heap_mark(at, size);
	if (!gm_accesses())
		return;
	if (on)
		gm_bridge->arm((const void *)at, (size_t)size,
			use == GM_FILLED ? GOMARMOT_FOR_READS | GOMARMOT_FOR_WRITES
					 : GOMARMOT_FOR_WRITES);
	else
		gm_bridge->disarm((const void *)at, (size_t)size);
}

/* Starts, or ends, the recording of accesses to some elements of a buffer. */
void gm_cover_some(const struct gm_entry *e, int64_t first, int64_t count, int on)
{
	const struct gm_map *map = e->map;
	const uintptr_t at = (uintptr_t)e->buf + (uintptr_t)(first * map->extent);

	if (!(GM_LOAD(&gm_tracking) & (GM_TRACKS_ACCESSES | GM_TRACKS_HEAP)))
		return;
	if (map->runs == 1 && (count == 1 || map->run[0].size == map->extent)) {
		set(at + (uintptr_t)map->run[0].at, count * map->run[0].size, e->use, on);
		return;
	}
	for (int64_t n = 0; n < count; n++)
		for (uint32_t i = 0; i < map->runs; i++)
			set(at + (uintptr_t)(n * map->extent + map->run[i].at), map->run[i].size,
				e->use, on);
}

void gm_cover(struct gm_entry *e, int on)
{
	e->armed = on;
	gm_cover_some(e, 0, e->count, on);
}

/* The hull of a buffer; 0 if its bytes are unknown or none. */
int gm_measure(struct gm_entry *e)
{
	int64_t last;

	if (!e->map || !e->map->runs || e->count <= 0 ||
		__builtin_mul_overflow(e->count - 1, e->map->extent, &last))
		return 0;
	e->lo = (uintptr_t)e->buf + (uintptr_t)(e->map->lo + (last < 0 ? last : 0));
	e->hi = (uintptr_t)e->buf + (uintptr_t)(e->map->hi + (last > 0 ? last : 0));
	return e->lo < e->hi;
}

/* Buffers that are still in use may share bytes with a buffer whose use has ended. */
void gm_cover_again(uintptr_t lo, uintptr_t hi)
{
	if (gm_table_size() > MANY || !gm_accesses())
		return;
	for (struct gm_entry *e = gm_table_next(NULL); e; e = gm_table_next(e))
		if (e->armed && !e->is_window && e->lo < hi && lo < e->hi)
			gm_cover(e, 1);
}
