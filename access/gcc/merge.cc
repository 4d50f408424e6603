/* Merges adjacent accesses in straight-line code, and loads with stores of the same bytes. */
#include "pass.h"

namespace gomarmot
{

/* The bytes that a single test covers. */
static const HOST_WIDE_INT most = 57;
/* How many earlier accesses a new access is compared with. */
static const unsigned window = 24;

struct place {
	innermost_loop_behavior where;
	bool known;
	unsigned stretch; /* the number of its stretch of statements without a release */
};

static place place_of(const access &one, unsigned stretch)
{
	place result = {};
	result.stretch = stretch;
	if (!one.movable || one.size <= 0 || !one.reference)
		return result;
	result.known = dr_analyze_innermost(&result.where, one.reference, NULL, one.statement) &&
		       tree_fits_shwi_p(result.where.init);
	return result;
}

static HOST_WIDE_INT start(const access &one, const place &at)
{
	return tree_to_shwi(at.where.init) + one.offset;
}

static bool is_comparable(const place &a, const place &b)
{
	return a.known && b.known && a.stretch == b.stretch &&
	       operand_equal_p(a.where.base_address, b.where.base_address, 0) &&
	       operand_equal_p(a.where.offset, b.where.offset, 0);
}

/* Takes the later access b into a. */
static bool join(access *a, const place &at_a, const access &b, const place &at_b)
{
	if (!is_comparable(at_a, at_b))
		return false;
	HOST_WIDE_INT from_a = start(*a, at_a), from_b = start(b, at_b);
	HOST_WIDE_INT end_a = from_a + a->size, end_b = from_b + b.size;
	if (from_b >= from_a && end_b <= end_a && (a->what & b.what) == b.what)
		return true;
	if (LOCATION_LINE(gimple_location(a->statement)) !=
		LOCATION_LINE(gimple_location(b.statement)))
		return false;
	bool same_bytes = from_a == from_b && end_a == end_b;
	bool side_by_side = a->what == b.what && from_b <= end_a && from_a <= end_b &&
			    MAX(end_a, end_b) - MIN(from_a, from_b) <= most;
	if (!same_bytes && !side_by_side)
		return false;
	a->what = (kind)(a->what | b.what);
	a->offset += MIN(from_a, from_b) - from_a;
	if (from_b < from_a)
		a->align = MIN(a->align, b.align);
	a->size = MAX(end_a, end_b) - MIN(from_a, from_b);
	return true;
}

/* Numbers the stretches: from a release or the block's beginning to the next. */
static void find_stretches(const found &all, vec<place> *places)
{
	unsigned stretch = 0;
	gimple *last = NULL;
	for (const access &one : all.accesses) {
		if (!last || gimple_bb(last) != gimple_bb(one.statement)) {
			stretch++;
		} else if (last != one.statement) {
			gimple_stmt_iterator i = gsi_for_stmt(last);
			while (!gsi_end_p(i) && gsi_stmt(i) != one.statement &&
				!is_release(gsi_stmt(i)))
				gsi_next(&i);
			if (gsi_end_p(i) || gsi_stmt(i) != one.statement)
				stretch++;
		}
		last = one.statement;
		places->safe_push(place_of(one, stretch));
	}
}

void merge(found *all)
{
	auto_vec<place> places;
	find_stretches(*all, &places);
	vec<access> &list = all->accesses;
	auto_vec<bool> gone;
	gone.safe_grow_cleared(list.length());
	bool again = true;
	while (again) {
		again = false;
		for (unsigned i = 0; i < list.length(); i++) {
			for (unsigned j = i + 1; j < list.length() && j <= i + window && !gone[i];
				j++) {
				if (!gone[j] && join(&list[i], places[i], list[j], places[j]))
					again = gone[j] = true;
			}
		}
	}
	unsigned kept = 0;
	for (unsigned i = 0; i < list.length(); i++)
		if (!gone[i])
			list[kept++] = list[i];
	list.truncate(kept);
}
} // namespace gomarmot
