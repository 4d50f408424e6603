/*
 * Accesses of a loop whose addresses are known before the loop begins: a call for the whole range
 * is inserted before the loop, instead of tests inside the loop.
 *
 * A range claims no byte that the loop does not access. So the access must be made in each
 * iteration, the number of iterations be known, and nothing in the loop may be a release: after a
 * release, the same access is logged again.
 *
 * A range of an inner loop without gaps is an access of the loop around it: a matrix is a single
 * range.
 */
#include "pass.h"

namespace gomarmot
{

/* Loops of at most this many iterations keep their tests, unless one test covers all their bytes.
 */
static const unsigned few = 8;

struct facts {
	bool usable = false;
	edge exit = NULL;
	tree_niter_desc count;
};

struct range {
	class loop *loop;
	kind what;
	innermost_loop_behavior where;
	/* The first element: its offset from where, and its size. */
	HOST_WIDE_INT from, size;
	/* The size, if it is known only when the program runs; size is then 0. */
	tree length;
	bool all_iterations;
	location_t location;
	gimple *statement;
	unsigned align;
	/* Index of the range that this range was merged into; -1: none. */
	int into;
	/* A call before the loop replaces the tests inside the loop. */
	bool outside;
};

static bool has_release(class loop *loop)
{
	bool found = false;
	basic_block *body = get_loop_body(loop);
	for (unsigned i = 0; i < loop->num_nodes && !found; i++)
		for (gimple_stmt_iterator s = gsi_start_bb(body[i]); !gsi_end_p(s) && !found;
			gsi_next(&s))
			found = is_release(gsi_stmt(s));
	free(body);
	return found;
}

static void learn(class loop *loop, facts *known)
{
	known->exit = single_exit(loop);
	if (!known->exit || !loop->latch || (known->exit->flags & EDGE_COMPLEX) ||
		has_release(loop))
		return;
	if (!number_of_iterations_exit(loop, known->exit, &known->count, false))
		return;
	if (contains_abnormal_ssa_name_p(known->count.niter) ||
		!integer_zerop(known->count.may_be_zero))
		return;
	known->usable = true;
}

/* Whether the access is made once in each iteration; the last iteration may end before it. */
static bool is_in_each(class loop *loop, const facts &known, basic_block block, bool *last_too)
{
	*last_too = dominated_by_p(CDI_DOMINATORS, known.exit->src, block);
	return *last_too || (dominated_by_p(CDI_DOMINATORS, loop->latch, block) &&
				    dominated_by_p(CDI_DOMINATORS, block, known.exit->src));
}

static bool find_range(const access &one, const facts &known, range *result)
{
	if (!one.movable || !one.reference)
		return false;
	class loop *loop = gimple_bb(one.statement)->loop_father;
	bool last_too;
	if (!is_in_each(loop, known, gimple_bb(one.statement), &last_too))
		return false;
	innermost_loop_behavior where = {};
	if (!dr_analyze_innermost(&where, one.reference, loop, one.statement))
		return false;
	if (!tree_fits_shwi_p(where.init) || contains_abnormal_ssa_name_p(where.base_address) ||
		contains_abnormal_ssa_name_p(where.offset) ||
		contains_abnormal_ssa_name_p(where.step))
		return false;
	*result = {loop, one.what, where, tree_to_shwi(where.init) + one.offset, one.size,
		NULL_TREE, last_too, gimple_location(one.statement), one.statement, one.align, -1,
		false};
	return true;
}

static bool is_same_but_for_bytes(const range &a, const range &b)
{
	return a.loop == b.loop && a.what == b.what && a.all_iterations == b.all_iterations &&
	       operand_equal_p(a.where.base_address, b.where.base_address, 0) &&
	       operand_equal_p(a.where.offset, b.where.offset, 0) &&
	       operand_equal_p(a.where.step, b.where.step, 0);
}

static bool is_within(const range &a, const range &b)
{
	return a.from >= b.from && a.from + a.size <= b.from + b.size;
}

/* Merges b into a if their bytes form a single range and their lines are the same. */
static bool join(range *a, const range &b)
{
	if (b.into >= 0 || a->into >= 0 || !is_same_but_for_bytes(*a, b))
		return false;
	if (is_within(b, *a))
		return true;
	if (LOCATION_LINE(a->location) != LOCATION_LINE(b.location) || b.from > a->from + a->size ||
		a->from > b.from + b.size)
		return false;
	HOST_WIDE_INT end = MAX(a->from + a->size, b.from + b.size);
	a->from = MIN(a->from, b.from);
	a->size = end - a->from;
	a->align = 1;
	return true;
}

static void join_all(vec<range> *ranges)
{
	bool again = true;
	while (again) {
		again = false;
		for (unsigned i = 0; i < ranges->length(); i++)
			for (unsigned j = 0; j < ranges->length(); j++)
				if (i != j && join(&(*ranges)[i], (*ranges)[j])) {
					(*ranges)[j].into = i;
					again = true;
				}
	}
}

/* Returns the range that an access was merged into. */
static const range &all_of(const vec<range> &ranges, int i)
{
	while (ranges[i].into >= 0)
		i = ranges[i].into;
	return ranges[i];
}

static tree start_of(const range &one)
{
	tree address = fold_build_pointer_plus(
		fold_convert(ptr_type_node, unshare_expr(one.where.base_address)),
		fold_convert(sizetype, unshare_expr(one.where.offset)));
	return fold_build_pointer_plus_hwi(address, one.from);
}

/* Inserts a single access before the loop, for accesses to the same address in each iteration. */
static void put_before(const range &one, found *all)
{
	access moved = {};
	moved.statement = place_before(one.loop, one.location);
	moved.what = one.what;
	moved.address = start_of(one);
	moved.size = one.size;
	moved.align = one.align;
	all->accesses.safe_push(moved);
}

static tree count_of(const range &one, const facts &known)
{
	tree count = fold_convert(long_unsigned_type_node, unshare_expr(known.count.niter));
	if (one.all_iterations)
		count = fold_build2(PLUS_EXPR, long_unsigned_type_node, count,
			build_one_cst(long_unsigned_type_node));
	return count;
}

typedef hash_map<class loop *, facts> loop_facts;

static const facts &facts_of(class loop *loop, loop_facts *loops)
{
	bool existed;
	facts &known = loops->get_or_insert(loop, &existed);
	if (!existed)
		learn(loop, &known);
	return known;
}

/* Computes the number of bytes of a range without gaps, in size or length. */
static bool whole(const range &one, const facts &known, HOST_WIDE_INT *size, tree *length)
{
	*size = one.size;
	*length = one.length;
	tree step = one.where.step, count = count_of(one, known);
	if (integer_zerop(step) || integer_onep(count))
		return true;
	if (one.length || !tree_fits_shwi_p(step) || tree_to_shwi(step) < 0 ||
		tree_to_shwi(step) > one.size)
		return false;
	if (tree_fits_shwi_p(count)) {
		*size += (tree_to_shwi(count) - 1) * tree_to_shwi(step);
		return *size < INT_MAX;
	}
	tree last = fold_build2(
		MINUS_EXPR, long_unsigned_type_node, count, build_one_cst(long_unsigned_type_node));
	*length = fold_build2(PLUS_EXPR, long_unsigned_type_node,
		fold_build2(MULT_EXPR, long_unsigned_type_node, last,
			fold_convert(long_unsigned_type_node, step)),
		build_int_cst(long_unsigned_type_node, one.size));
	*size = 0;
	return true;
}

/* Moves the range to the enclosing loop, if its bytes form a range there. */
static bool lift(range *one, loop_facts *loops)
{
	class loop *outer = loop_outer(one->loop);
	if (!outer || !loop_outer(outer) || !one->all_iterations)
		return false;
	const facts inside = facts_of(one->loop, loops), known = facts_of(outer, loops);
	HOST_WIDE_INT size;
	tree length;
	bool last_too;
	if (!known.usable || !whole(*one, inside, &size, &length) ||
		(length && !expr_invariant_in_loop_p(outer, length)) ||
		!is_in_each(outer, known, loop_preheader_edge(one->loop)->src, &last_too))
		return false;
	affine_iv base, offset;
	if (!simple_iv(outer, outer, one->where.base_address, &base, true) ||
		!simple_iv(outer, outer, one->where.offset, &offset, true))
		return false;
	tree step = fold_build2(PLUS_EXPR, ssizetype, fold_convert(ssizetype, base.step),
		fold_convert(ssizetype, offset.step));
	for (tree part : {base.base, offset.base, step})
		if (contains_abnormal_ssa_name_p(part))
			return false;
	one->loop = outer;
	one->where.base_address = base.base;
	one->where.offset = offset.base;
	one->where.step = step;
	one->size = size;
	one->length = length;
	one->all_iterations = last_too;
	return true;
}

/* Whether the loop is so short that a call before it costs more than the tests inside it. */
static bool is_better_inside(const range &one, const facts &known)
{
	if (one.length)
		return false;
	tree count = count_of(one, known);
	if (TREE_CODE(count) != INTEGER_CST || tree_to_uhwi(count) > few ||
		!tree_fits_shwi_p(one.where.step))
		return false;
	HOST_WIDE_INT step = tree_to_shwi(one.where.step);
	return step < 0 || (tree_to_uhwi(count) - 1) * step + one.size > 57;
}

static void emit(const range &one, const facts &known, found *all)
{
	if (integer_zerop(one.where.step) && one.all_iterations && !one.length)
		return put_before(one, all);
	tree count = count_of(one, known);
	if (!is_gimple_min_invariant(count)) {
		gimple *place = place_before(one.loop, one.location);
		gimple_stmt_iterator here = gsi_for_stmt(place);
		count = force_gimple_operand_gsi(
			&here, count, true, NULL_TREE, true, GSI_SAME_STMT);
	}
	tree size = one.length ? one.length : build_int_cst(long_unsigned_type_node, one.size);
	emit_range(one.loop, one.location, one.what, start_of(one), size, one.where.step, count);
}

/* Replaces accesses in loops by ranges before the loop; returns how many accesses were removed. */
unsigned hoist(function *fn, found *all)
{
	if (number_of_loops(fn) <= 1 || !scev_initialized_p() ||
		!loops_state_satisfies_p(LOOPS_HAVE_PREHEADERS | LOOPS_HAVE_RECORDED_EXITS))
		return 0;
	calculate_dominance_info(CDI_DOMINATORS);
	loop_facts loops;
	auto_vec<range> ranges;
	auto_vec<int> range_of; /* by access; -1: none */
	for (access &one : all->accesses) {
		class loop *loop = gimple_bb(one.statement)->loop_father;
		range candidate;
		bool found = one.movable && loop && loop_outer(loop) &&
			     facts_of(loop, &loops).usable &&
			     find_range(one, facts_of(loop, &loops), &candidate);
		range_of.safe_push(found ? (int)ranges.length() : -1);
		if (found)
			ranges.safe_push(candidate);
	}
	join_all(&ranges);
	for (range &one : ranges) {
		while (one.into < 0 && lift(&one, &loops))
			one.outside = true;
		one.outside |= !is_better_inside(one, facts_of(one.loop, &loops));
	}
	unsigned kept = 0, count = all->accesses.length();
	for (unsigned i = 0; i < count; i++)
		if (range_of[i] < 0 || !all_of(ranges, range_of[i]).outside)
			all->accesses[kept++] = all->accesses[i];
	all->accesses.truncate(kept);
	for (range &one : ranges)
		if (one.into < 0 && one.outside)
			emit(one, facts_of(one.loop, &loops), all);
	return count - kept;
}
} // namespace gomarmot
