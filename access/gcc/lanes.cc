/*
 * Which lanes of a loaded vector are used at all.
 *
 * For a loop over a[2 * i] the vectorizer loads all of a and shuffles. That loads elements which
 * the program does not read, and another rank may write.
 */
#include "pass.h"

namespace gomarmot
{

static const unsigned deepest = 6;

static unsigned HOST_WIDE_INT all_lanes(unsigned count)
{
	return count >= HOST_BITS_PER_WIDE_INT ? HOST_WIDE_INT_M1U
					       : (HOST_WIDE_INT_1U << count) - 1;
}

/* 1 if the type is no vector, or has too many lanes for a mask. */
unsigned lane_count(tree type)
{
	unsigned HOST_WIDE_INT count;
	if (TREE_CODE(type) != VECTOR_TYPE || VECTOR_BOOLEAN_TYPE_P(type) ||
		!TYPE_VECTOR_SUBPARTS(type).is_constant(&count) || count > HOST_BITS_PER_WIDE_INT)
		return 1;
	return count;
}

static unsigned HOST_WIDE_INT used(tree vector, unsigned depth);

/* Lanes of vector that the permutation takes into lanes of its result that are used. */
static unsigned HOST_WIDE_INT used_by_permutation(gassign *statement, tree vector, unsigned depth)
{
	tree selector = gimple_assign_rhs3(statement);
	unsigned count = lane_count(TREE_TYPE(vector));
	if (TREE_CODE(selector) != VECTOR_CST)
		return all_lanes(count);
	unsigned HOST_WIDE_INT lanes = 0;
	unsigned HOST_WIDE_INT results = used(gimple_assign_lhs(statement), depth + 1);
	for (unsigned i = 0; i < lane_count(TREE_TYPE(gimple_assign_lhs(statement))); i++) {
		if (!(results >> i & 1))
			continue;
		unsigned HOST_WIDE_INT from =
			tree_to_uhwi(vector_cst_elt(selector, i)) % (2 * count);
		tree source = from < count ? gimple_assign_rhs1(statement)
					   : gimple_assign_rhs2(statement);
		if (source == vector)
			lanes |= HOST_WIDE_INT_1U << from % count;
	}
	return lanes;
}

/* Lanes of a vector that BIT_FIELD_REF takes out of it. */
static unsigned HOST_WIDE_INT used_by_part(tree part, unsigned count)
{
	tree vector = TREE_OPERAND(part, 0);
	HOST_WIDE_INT lane = tree_to_shwi(TYPE_SIZE(TREE_TYPE(TREE_TYPE(vector))));
	HOST_WIDE_INT first = bit_field_offset(part).to_constant();
	HOST_WIDE_INT end = first + bit_field_size(part).to_constant();
	unsigned HOST_WIDE_INT lanes = 0;
	for (unsigned i = 0; i < count; i++)
		if (first < (i + 1) * lane && end > i * lane)
			lanes |= HOST_WIDE_INT_1U << i;
	return lanes;
}

/* Does lane i of the result depend on lanes i of the operands alone? */
static bool is_by_lane(gassign *statement, unsigned count)
{
	if (lane_count(TREE_TYPE(gimple_assign_lhs(statement))) != count)
		return false;
	switch (gimple_assign_rhs_code(statement)) {
	case PLUS_EXPR:
	case MINUS_EXPR:
	case MULT_EXPR:
	case RDIV_EXPR:
	case NEGATE_EXPR:
	case ABS_EXPR:
	case MIN_EXPR:
	case MAX_EXPR:
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case SSA_NAME:
		return true;
	default:
		return false;
	}
}

static unsigned HOST_WIDE_INT used_by(gimple *statement, tree vector, unsigned depth)
{
	unsigned count = lane_count(TREE_TYPE(vector));
	gassign *assign = dyn_cast<gassign *>(statement);
	if (!assign)
		return all_lanes(count);
	if (gimple_assign_rhs_code(assign) == VEC_PERM_EXPR)
		return used_by_permutation(assign, vector, depth);
	tree operand = gimple_assign_rhs1(assign);
	if (TREE_CODE(operand) == BIT_FIELD_REF && TREE_OPERAND(operand, 0) == vector)
		return used_by_part(operand, count);
	if (TREE_CODE(gimple_assign_lhs(assign)) == SSA_NAME && is_by_lane(assign, count))
		return used(gimple_assign_lhs(assign), depth + 1);
	return all_lanes(count);
}

static unsigned HOST_WIDE_INT used(tree vector, unsigned depth)
{
	unsigned HOST_WIDE_INT lanes = 0, all = all_lanes(lane_count(TREE_TYPE(vector)));
	if (depth > deepest)
		return all;
	gimple *user;
	imm_use_iterator i;
	use_operand_p use;
	FOR_EACH_IMM_USE_FAST(use, i, vector)
	{
		user = USE_STMT(use);
		if (!is_gimple_debug(user))
			lanes |= used_by(user, vector, depth);
		if (lanes == all)
			break;
	}
	return lanes;
}

unsigned HOST_WIDE_INT lanes_used(tree vector)
{
	return used(vector, 0);
}
} // namespace gomarmot
