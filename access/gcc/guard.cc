/*
 * Keeps the optimizer from reading memory that the program does not read.
 *
 * A load that cannot trap - of a variable, not through a pointer - is moved before a loop that may
 * not reach it, or made in all lanes of a vector. The program then reads memory that another rank
 * may write, and a finding would be about a load that is not in the source. Until the tests are
 * inserted, such loads are marked volatile, so that no pass moves them.
 */
#include "pass.h"

namespace gomarmot
{

static bool is_made_always(class loop *loop, basic_block block)
{
	if (!loop->latch || !dominated_by_p(CDI_DOMINATORS, loop->latch, block))
		return false;
	auto_vec<edge> exits = get_loop_exit_edges(loop);
	for (edge exit : exits)
		if (!dominated_by_p(CDI_DOMINATORS, exit->src, block))
			return false;
	return true;
}

/* Whether the optimizer could make the load where the program does not: in the innermost loop,
 * as a lane of a vector; before any loop in which its address does not change. */
static bool may_be_speculated(gimple *statement, tree reference)
{
	tree base = get_base_address(reference);
	if (tree_could_trap_p(reference) && !(base && DECL_P(base)))
		return false;
	basic_block block = gimple_bb(statement);
	class loop *innermost = block->loop_father;
	for (class loop *loop = innermost; loop && loop_outer(loop); loop = loop_outer(loop)) {
		if (loop != innermost && !expr_invariant_in_loop_p(loop,
						 build_fold_addr_expr(unshare_expr(reference))))
			return false;
		if (!is_made_always(loop, block))
			return true;
	}
	return false;
}

static void mark(gimple *statement, bool is_volatile)
{
	tree reference = gimple_assign_rhs1(statement);
	TREE_THIS_VOLATILE(reference) = is_volatile;
	TREE_SIDE_EFFECTS(reference) = is_volatile;
	gimple_set_has_volatile_ops(statement, is_volatile);
	update_stmt(statement);
}

static bool is_candidate(gimple *statement)
{
	tree reference = gimple_assign_rhs1(statement);
	return gimple_assign_load_p(statement) && !gimple_has_volatile_ops(statement) &&
	       (DECL_P(reference) || TREE_CODE(reference) == MEM_REF ||
		       handled_component_p(reference)) &&
	       is_gimple_reg(gimple_assign_lhs(statement));
}

/* Loads a variable as a whole through its address: all uses of the variable share a tree, which
 * cannot be marked. */
static void dereference(gimple *statement)
{
	tree variable = gimple_assign_rhs1(statement);
	tree address = build_fold_addr_expr(variable);
	gimple_assign_set_rhs1(statement, build2(MEM_REF, TREE_TYPE(variable), address,
						  build_int_cst(TREE_TYPE(address), 0)));
}

void guard(function *fn)
{
	loop_optimizer_init(LOOPS_HAVE_PREHEADERS | LOOPS_HAVE_SIMPLE_LATCHES);
	if (number_of_loops(fn) > 1) {
		calculate_dominance_info(CDI_DOMINATORS);
		watching now(fn);
		basic_block block;
		FOR_EACH_BB_FN(block, fn)
		{
			for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i);
				gsi_next(&i)) {
				gimple *s = gsi_stmt(i);
				if (is_gimple_assign(s) && is_candidate(s) &&
					is_watched(gimple_assign_rhs1(s)) &&
					may_be_speculated(s, gimple_assign_rhs1(s))) {
					if (DECL_P(gimple_assign_rhs1(s)))
						dereference(s);
					mark(s, true);
				}
			}
		}
	}
	loop_optimizer_finalize();
}

/* The program's own volatile accesses have a volatile type. */
void unguard(function *fn)
{
	basic_block block;
	FOR_EACH_BB_FN(block, fn)
	{
		for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
			gimple *s = gsi_stmt(i);
			if (gimple_assign_load_p(s) && gimple_has_volatile_ops(s) &&
				!TYPE_VOLATILE(TREE_TYPE(gimple_assign_rhs1(s))) &&
				TREE_THIS_VOLATILE(gimple_assign_rhs1(s)) &&
				!DECL_P(gimple_assign_rhs1(s)))
				mark(s, false);
		}
	}
}
} // namespace gomarmot
