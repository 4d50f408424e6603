/*
 * Making a map: the bytes of an element, from how the datatype was constructed.
 * tracker/datatype derives the same from the records of constructors.
 */
#include "flatten.h"

#include <stdlib.h>

#include "../base/block.h"
#include "contents.h"
#include "metrics.h"
#include "typefacts.h"
#include "typemap.h"

enum {
	MAX_STEPS = 65536, /* datatypes visited for a map */
	MAX_DEPTH = 256,
};

/* Runs being collected. */
struct list {
	struct gm_run *run;
	size_t n, room;
};

/* A map while it is being made. */
struct maker {
	const struct gm_typefacts *facts;
	int failed;
	int steps;
};

/* Appends bytes; bytes directly after the last run extend it. */
static void add(struct maker *m, struct list *l, int64_t at, int64_t size)
{
	struct gm_run *last = l->n ? &l->run[l->n - 1] : NULL;

	if (size <= 0 || m->failed)
		return;
	if (last && last->at + last->size == at) {
		last->size += size;
		return;
	}
	if (l->n == GM_MAX_RUNS)
		return;
	if (l->n == l->room) {
		const size_t room = l->room ? 2 * l->room : 8;
		struct gm_run *more = realloc(l->run, room * sizeof *more);

		if (!more) {
			m->failed = 1;
			return;
		}
		l->run = more;
		l->room = room;
	}
	l->run[l->n++] = (struct gm_run){.at = at, .size = size};
}

static int64_t mul(struct maker *m, int64_t a, int64_t b)
{
	int64_t r = 0;

	if (__builtin_mul_overflow(a, b, &r))
		m->failed = 1;
	return r;
}

static int64_t sum(struct maker *m, int64_t a, int64_t b)
{
	int64_t r = 0;

	if (__builtin_add_overflow(a, b, &r))
		m->failed = 1;
	return r;
}

static int tight(const struct list *child, int64_t spacing)
{
	return child->n == 1 && child->run[0].size == spacing;
}

/* Appends n children spacing bytes apart, the first at byte at. */
static void row(struct maker *m, struct list *l, const struct list *child, int64_t at, int64_t n,
	int64_t spacing)
{
	if (child->n == 0 || n <= 0)
		return;
	if (tight(child, spacing)) {
		add(m, l, sum(m, at, child->run[0].at), mul(m, n, spacing));
		return;
	}
	mul(m, n, spacing);
	for (int64_t i = 0; i < n && !m->failed && l->n < GM_MAX_RUNS; i++)
		for (size_t k = 0; k < child->n; k++)
			add(m, l, sum(m, sum(m, at, i * spacing), child->run[k].at),
				child->run[k].size);
}

/* A datatype while a map is being built. */
struct node {
	struct list list;
	int64_t extent;
};

static void flatten(struct maker *m, uintptr_t type, struct node *out, int depth);

/* A datatype without parts, from its metrics. Pairs may have a gap. */
static void leaf(struct maker *m, const int64_t metrics[5], struct node *out)
{
	const int64_t size = metrics[0], at = metrics[3], span = metrics[4];
	const int64_t index = sizeof(int);

	if (span <= size || size <= index) {
		add(m, &out->list, at, size);
		return;
	}
	add(m, &out->list, at, size - index);
	add(m, &out->list, at + span - index, index);
}

/* Blocks of the same child: their lengths, and their displacements in units of unit bytes. */
static void blocks(struct maker *m, struct list *l, const struct node *child, int64_t n,
	const int64_t *length, const int64_t *at, int64_t unit)
{
	for (int64_t k = 0; k < n && !m->failed; k++)
		row(m, l, &child->list, mul(m, at[k], unit), length[k], child->extent);
}

/* The same with blocks of equal length. */
static void equal_blocks(struct maker *m, struct list *l, const struct node *child, int64_t n,
	int64_t length, const int64_t *at, int64_t unit)
{
	for (int64_t k = 0; k < n && !m->failed; k++)
		row(m, l, &child->list, mul(m, at[k], unit), length, child->extent);
}

static void vector(struct maker *m, struct list *l, const struct node *child, int64_t n,
	int64_t length, int64_t stride)
{
	if (child->list.n == 0 || n <= 0 || length <= 0)
		return;
	if (tight(&child->list, child->extent) && stride == mul(m, length, child->extent)) {
		row(m, l, &child->list, 0, mul(m, n, length), child->extent);
		return;
	}
	mul(m, n, stride);
	for (int64_t k = 0; k < n && !m->failed && l->n < GM_MAX_RUNS; k++)
		row(m, l, &child->list, k * stride, length, child->extent);
}

/* A dimension of an array: blocks of entries that begin at first, first + step, ... */
struct dim {
	int64_t size, first, step, block;
};

/* Dimension by dimension, the fastest-varying first. */
static void array(struct maker *m, struct list *l, const struct node *child, int64_t ndims,
	const struct dim *dim, int c_order)
{
	struct list inner = child->list; /* not ours to free */
	int64_t spacing = child->extent;

	for (int64_t k = 0; k < ndims && !m->failed; k++) {
		const struct dim *d = &dim[c_order ? ndims - 1 - k : k];
		struct list outer = {NULL, 0, 0};

		for (int64_t at = d->first;
			inner.n > 0 && at < d->size && !m->failed && outer.n < GM_MAX_RUNS;
			at = sum(m, at, d->step)) {
			const int64_t left = d->size - at;

			row(m, &outer, &inner, mul(m, at, spacing),
				left < d->block ? left : d->block, spacing);
		}
		if (inner.run != child->list.run)
			free(inner.run);
		inner = outer;
		spacing = mul(m, spacing, d->size);
	}
	for (size_t k = 0; k < inner.n; k++)
		add(m, l, inner.run[k].at, inner.run[k].size);
	if (inner.run != child->list.run)
		free(inner.run);
}

static struct dim *dims_for(struct maker *m, int64_t ndims)
{
	struct dim *dim = ndims > 0 ? calloc((size_t)ndims, sizeof *dim) : NULL;

	if (!dim)
		m->failed = 1;
	return dim;
}

static void subarray(
	struct maker *m, struct list *l, const struct node *child, const struct gm_contents *c)
{
	const int64_t ndims = c->integers > 0 ? c->i[0] : 0;
	const int64_t *sizes = c->counts > 0 ? c->w : c->w + 1;
	const int64_t order = c->counts > 0 ? c->i[1] : c->i[c->integers - 1];
	struct dim *dim;

	if (c->words < 3 * ndims || c->integers < 2 ||
		(c->counts == 0 && c->integers < 2 + 3 * ndims)) {
		m->failed = 1;
		return;
	}
	dim = dims_for(m, ndims);
	for (int64_t k = 0; dim && k < ndims; k++)
		dim[k] = (struct dim){.size = sizes[k],
			.first = sizes[2 * ndims + k],
			.step = sizes[k] > 0 ? sizes[k] : 1,
			.block = sizes[ndims + k]};
	if (dim)
		array(m, l, child, ndims, dim, order == m->facts->order_c);
	free(dim);
}

/* The part of a dimension of size entries that process number at of procs holds. */
static struct dim distributed(const struct gm_typefacts *f, int64_t size, int64_t how, int64_t arg,
	int64_t procs, int64_t at)
{
	int64_t block = arg;

	if (how == f->none || procs <= 1)
		return (struct dim){.size = size, .step = size > 0 ? size : 1, .block = size};
	if (arg == f->default_arg)
		block = how == f->block ? (size + procs - 1) / procs : 1;
	if (block < 1)
		block = 1;
	return (struct dim){
		.size = size, .first = at * block, .step = block * procs, .block = block};
}

static void darray(
	struct maker *m, struct list *l, const struct node *child, const struct gm_contents *c)
{
	const int64_t ndims = c->integers > 2 ? c->i[2] : 0;
	const int *i = c->i + 3;
	int64_t procs, rank;
	struct dim *dim;

	if (c->integers < 4 + (c->counts > 0 ? 3 : 4) * ndims ||
		(c->counts > 0 && c->words < ndims)) {
		m->failed = 1;
		return;
	}
	dim = dims_for(m, ndims);
	if (!dim)
		return;
	procs = c->i[0];
	rank = c->i[1];
	for (int64_t k = 0; k < ndims; k++) {
		const int *how = c->counts > 0 ? i : i + ndims;
		const int64_t size = c->counts > 0 ? c->w[k] : i[k];
		const int64_t here = how[2 * ndims + k] > 0 ? how[2 * ndims + k] : 1;

		procs = procs / here > 0 ? procs / here : 1;
		dim[k] = distributed(m->facts, size, how[k], how[ndims + k], here, rank / procs);
		rank %= procs;
	}
	array(m, l, child, ndims, dim, c->i[c->integers - 1] == m->facts->order_c);
	free(dim);
}

static void structure(struct maker *m, struct list *l, const struct gm_contents *c, int depth)
{
	const int64_t n = c->w[0];

	for (int64_t k = 0; k < n && !m->failed; k++) {
		struct node child = {{NULL, 0, 0}, 0};

		if (c->w[1 + k] > 0 && l->n < GM_MAX_RUNS) {
			flatten(m, gm_contents_type(c, k), &child, depth + 1);
			row(m, l, &child.list, c->w[1 + n + k], c->w[1 + k], child.extent);
		}
		free(child.list.run);
	}
}

/* Whether there are at least the words that the constructor must have. */
static int enough(const struct gm_contents *c)
{
	const int64_t n = c->words > 0 ? c->w[0] : 0;

	switch (c->combiner) {
	case GM_COMBINER_CONTIGUOUS:
		return c->words >= 1;
	case GM_COMBINER_VECTOR:
	case GM_COMBINER_HVECTOR:
	case GM_COMBINER_HVECTOR_INTEGER:
		return c->words >= 3;
	case GM_COMBINER_INDEXED_BLOCK:
	case GM_COMBINER_HINDEXED_BLOCK:
		return c->words >= 2 && n >= 0 && c->words - 2 >= n;
	case GM_COMBINER_INDEXED:
	case GM_COMBINER_HINDEXED:
	case GM_COMBINER_HINDEXED_INTEGER:
		return c->words >= 1 && n >= 0 && (c->words - 1) / 2 >= n;
	case GM_COMBINER_STRUCT:
	case GM_COMBINER_STRUCT_INTEGER:
		return c->words >= 1 && n >= 0 && (c->words - 1) / 2 >= n && c->types >= n;
	default:
		return 1;
	}
}

/* The runs of a constructor that takes a single old datatype. */
static void derive(
	struct maker *m, struct list *l, const struct node *old, const struct gm_contents *c)
{
	const int64_t *w = c->w;

	switch (c->combiner) {
	case GM_COMBINER_DUP:
	case GM_COMBINER_RESIZED:
		row(m, l, &old->list, 0, 1, old->extent);
		break;
	case GM_COMBINER_CONTIGUOUS:
		row(m, l, &old->list, 0, w[0], old->extent);
		break;
	case GM_COMBINER_VECTOR:
		vector(m, l, old, w[0], w[1], mul(m, w[2], old->extent));
		break;
	case GM_COMBINER_HVECTOR:
	case GM_COMBINER_HVECTOR_INTEGER:
		vector(m, l, old, w[0], w[1], w[2]);
		break;
	case GM_COMBINER_INDEXED:
		blocks(m, l, old, w[0], w + 1, w + 1 + w[0], old->extent);
		break;
	case GM_COMBINER_HINDEXED:
	case GM_COMBINER_HINDEXED_INTEGER:
		blocks(m, l, old, w[0], w + 1, w + 1 + w[0], 1);
		break;
	case GM_COMBINER_INDEXED_BLOCK:
		equal_blocks(m, l, old, w[0], w[1], w + 2, old->extent);
		break;
	case GM_COMBINER_HINDEXED_BLOCK:
		equal_blocks(m, l, old, w[0], w[1], w + 2, 1);
		break;
	case GM_COMBINER_SUBARRAY:
		subarray(m, l, old, c);
		break;
	case GM_COMBINER_DARRAY:
		darray(m, l, old, c);
		break;
	default:
		m->failed = 1;
	}
}

/* The runs of a derived datatype. */
static void flatten_derived(
	struct maker *m, uintptr_t type, struct gm_contents *c, struct list *out, int depth)
{
	struct node old = {{NULL, 0, 0}, 0};

	if (gm_contents(type, c)) {
		m->failed = 1;
		gm_contents_free(c);
		return;
	}
	if (c->types < 1 || !enough(c)) {
		m->failed = 1;
	} else if (c->combiner == GM_COMBINER_STRUCT || c->combiner == GM_COMBINER_STRUCT_INTEGER) {
		structure(m, out, c, depth);
	} else {
		flatten(m, gm_contents_type(c, 0), &old, depth + 1);
		if (!m->failed)
			derive(m, out, &old, c);
	}
	free(old.list.run);
	gm_contents_release(c);
	gm_contents_free(c);
}

static void flatten(struct maker *m, uintptr_t type, struct node *out, int depth)
{
	struct gm_contents c = {.combiner = GM_COMBINERS};
	int64_t metrics[5];

	if (depth > MAX_DEPTH || ++m->steps > MAX_STEPS || gm_type_metrics(type, metrics) ||
		gm_envelope(type, &c)) {
		m->failed = 1;
		return;
	}
	out->extent = metrics[2];
	if (metrics[0] == 0)
		return;
	if (gm_combiner_is_leaf(c.combiner))
		leaf(m, metrics, out);
	else
		flatten_derived(m, type, &c, &out->list, depth);
}

/* The map of the runs; NULL if there is no memory. */
static struct gm_map *finish(const struct node *node)
{
	const struct list *l = &node->list;
	struct gm_map *map = gm_block(sizeof *map + l->n * sizeof *map->run);

	if (!map)
		return NULL;
	*map = (struct gm_map){
		.users = 1, .runs = (uint32_t)l->n, .extent = node->extent, .lo = 0, .hi = 0};
	for (size_t k = 0; k < l->n; k++) {
		const struct gm_run *r = &l->run[k];
		int64_t end;

		if (__builtin_add_overflow(r->at, r->size, &end)) {
			gm_block_free(map);
			return NULL;
		}
		map->lo = k == 0 || r->at < map->lo ? r->at : map->lo;
		map->hi = k == 0 || end > map->hi ? end : map->hi;
		map->run[k] = *r;
		map->run[k].before = map->size;
		map->size += r->size;
	}
	return map;
}

/* The map of a datatype that exists; NULL if it cannot be built. */
struct gm_map *gm_map_make(uintptr_t type, const int64_t metrics[5], int predefined)
{
	struct maker m = {.facts = gm_contents_setup()};
	struct node node = {{NULL, 0, 0}, metrics[2]};
	struct gm_map *map;

	if (!m.facts)
		return NULL;
	if (predefined)
		leaf(&m, metrics, &node);
	else
		flatten(&m, type, &node, 0);
	map = m.failed ? NULL : finish(&node);
	free(node.list.run);
	return map;
}
