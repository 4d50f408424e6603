/*
 * Fills a buffer with a pattern, and restores the old contents. Only the bytes that the datatype
 * names are touched: the MPI library's own MPI_Pack and MPI_Unpack read and write them.
 */
#include "pattern.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "../library/typemap.h"
#include "../library/zz_predef.h"
#include "../loaded/device.h"
#include "../loaded/real.h"
#include "install.h"

enum { PATTERN = 0x7f, MOST_BYTES = 1 << 28 }; /* as a double 1.4e306, as an int 2139062143 */

typedef int size_fn(uintptr_t, void *);
typedef int extent_fn(uintptr_t, void *, void *);
typedef int dup_fn(uintptr_t, void *);
typedef int free_fn(void *);
typedef int pack_fn(void *, intptr_t, uintptr_t, void *, intptr_t, void *, uintptr_t);
typedef int unpack_fn(void *, intptr_t, void *, void *, intptr_t, uintptr_t, uintptr_t);

static size_fn *type_size;
static extent_fn *type_extent, *type_true_extent;
static dup_fn *type_dup;
static free_fn *type_free;
static pack_fn *pack;
static unpack_fn *unpack;

/* The library's own functions are used, whichever are replaced later. */
void gm_pattern_setup(void)
{
	if (type_size)
		return;
	type_size = gm_instead(GM_FN_MPI_Type_size);
	type_extent = gm_instead(GM_FN_MPI_Type_get_extent);
	type_true_extent = gm_instead(GM_FN_MPI_Type_get_true_extent);
	type_dup = gm_instead(GM_FN_MPI_Type_dup);
	type_free = gm_instead(GM_FN_MPI_Type_free);
	pack = gm_instead(GM_FN_MPI_Pack);
	unpack = gm_instead(GM_FN_MPI_Unpack);
}

/* Without the world model there is no communicator at hand that packs. */
static int has_world(void)
{
	static atomic_int known;
	int (*initialized)(int *) = atomic_load(&known) ? NULL : gm_find("PMPI_Initialized");
	int flag = 0;

	if (initialized && !initialized(&flag))
		atomic_store(&known, flag);
	return atomic_load(&known);
}

/* Whether elements of the type are bytes side by side, which are copied without the MPI library. */
static int is_dense(uintptr_t type)
{
	struct gm_map *map = gm_map_of((uintptr_t)gm_handle(type));
	const int dense =
		map && map->runs == 1 && map->run[0].at == 0 && map->run[0].size == map->extent;

	gm_map_release(map);
	return dense;
}

static uintptr_t self(void)
{
	return gm_predef(GM_ID_COMM_SELF);
}

/* Reads the bytes at the address; 0 if these are all that the datatype names. */
static int read_bytes(const struct gm_patterned *p, void *from, char *to)
{
	int at = 0;

	if (p->dense) {
		memcpy(to, from, (size_t)p->size);
		return 0;
	}
	return pack(from, p->n, p->type, to, p->size, &at, self()) || at != p->size;
}

static void write_bytes(const struct gm_patterned *p, char *from)
{
	int at = 0;

	unpack(from, p->size, &at, p->buf, p->n, p->type, self());
}

/* Prepares p; 0 if the buffer can be filled. Memory of accelerators is left alone, and MPICH cannot
 * pack from MPI_BOTTOM, which is NULL. */
int gm_pattern_open(struct gm_patterned *p, void *buf, intptr_t n, uintptr_t type)
{
	int size = 0;

	if (!buf || gm_is_device(buf) || n <= 0 || !has_world() || type_size(type, &size) ||
		size <= 0 || n > MOST_BYTES / size)
		return -1;
	*p = (struct gm_patterned){
		.buf = buf, .n = n, .size = (int)n * size, .dense = is_dense(type)};
	p->before = malloc((size_t)p->size);
	if (!p->before)
		return -1;
	if (p->dense) {
		p->n = p->size;
		p->type = gm_predef(GM_ID_BYTE);
		return 0;
	}
	if (!type_dup(type, &p->type))
		return 0;
	free(p->before);
	return -1;
}

/* Fills the buffer, and keeps the bytes that it held; 0 if it has the pattern now. */
int gm_pattern_fill(struct gm_patterned *p)
{
	char *pattern;

	if (read_bytes(p, p->buf, p->before))
		return -1;
	if (p->dense) {
		memset(p->buf, PATTERN, (size_t)p->size);
		return 0;
	}
	pattern = malloc((size_t)p->size);
	if (!pattern)
		return -1;
	memset(pattern, PATTERN, (size_t)p->size);
	write_bytes(p, pattern);
	free(pattern);
	return 0;
}

/* Fills a buffer that an operation is certain to overwrite; 0 if it has the pattern now. */
int gm_pattern(void *buf, intptr_t n, uintptr_t type)
{
	struct gm_patterned p;
	int bad = gm_pattern_open(&p, buf, n, type);

	if (bad)
		return bad;
	bad = gm_pattern_fill(&p);
	gm_pattern_forget(&p);
	return bad;
}

/* Makes room for an operation that is to write its result there; 0 if there is room. Bytes side by
 * side go over the old contents: bytes that the operation leaves alone are right already. */
int gm_pattern_instead(struct gm_patterned *p)
{
	intptr_t low = 0, extent = 0, true_low = 0, true_extent = 0;

	if (p->dense) {
		p->instead = p->before;
		return 0;
	}
	if (type_extent(p->type, &low, &extent) ||
		type_true_extent(p->type, &true_low, &true_extent) || true_extent > MOST_BYTES ||
		(p->n > 1 && labs(extent) > (MOST_BYTES - true_extent) / (p->n - 1)))
		return -1;
	const intptr_t others = (p->n - 1) * extent;

	p->room = malloc((size_t)(labs(others) + true_extent));
	p->instead = p->room - true_low - (others < 0 ? others : 0);
	return p->room ? 0 : -1;
}

/*
 * Ends the pattern: the first bytes of the buffer become the message, all others get their old
 * contents.
 */
void gm_put_back(struct gm_patterned *p, int64_t received)
{
	void *const from = p->instead ? p->instead : p->buf;
	char *now;

	if (received < 0 || (p->dense && p->instead))
		received = 0;
	if (received >= p->size && !p->instead)
		return;
	if (p->dense) {
		memcpy((char *)p->buf + received, p->before + received,
			(size_t)(p->size - received));
		return;
	}
	now = malloc((size_t)p->size);
	if (now && !read_bytes(p, from, now)) {
		if (received < p->size)
			memcpy(now + received, p->before + received, (size_t)(p->size - received));
		write_bytes(p, now);
	}
	free(now);
}

/* Gives back the memory of p. */
void gm_pattern_forget(struct gm_patterned *p)
{
	free(p->before);
	free(p->room);
	if (!p->dense)
		type_free(&p->type);
}
