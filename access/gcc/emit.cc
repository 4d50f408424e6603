/* The inline test and the calls. */
#include "pass.h"

#include "../access.h"

namespace gomarmot
{

/* The bytes of memory that a table byte stands for. */
static const unsigned cell = 8;
static const unsigned widest_load = 8;

static tree word()
{
	return long_unsigned_type_node;
}

/*
 * Declares a function of the library. The optimizer may assume that it throws nothing, does not
 * call back, and neither reads nor writes memory of the program.
 */
static tree library_function(const char *name, tree type, bool is_cold)
{
	tree function = build_fn_decl(name, type);
	TREE_NOTHROW(function) = 1;
	tree spec = build_string(2, ".c");
	tree attributes = tree_cons(get_identifier("leaf"), NULL_TREE, NULL_TREE);
	attributes =
		tree_cons(get_identifier("fn spec"), build_tree_list(NULL_TREE, spec), attributes);
	if (is_cold)
		attributes = tree_cons(get_identifier("cold"), NULL_TREE, attributes);
	DECL_ATTRIBUTES(function) = attributes;
	return function;
}

static gcall *call_for(kind what, tree address, tree size)
{
	tree type = build_function_type_list(void_type_node, ptr_type_node, word(), NULL_TREE);
	const char *name = what == READ    ? "__gomarmot_read"
			   : what == WRITE ? "__gomarmot_write"
					   : "__gomarmot_update";
	return gimple_build_call(library_function(name, type, true), 2, address, size);
}

static gcall *range_for(kind what, tree address, tree size, tree step, tree count)
{
	tree type = build_function_type_list(
		void_type_node, ptr_type_node, word(), long_integer_type_node, word(), NULL_TREE);
	const char *name = what == READ ? "__gomarmot_read_range" : "__gomarmot_write_range";
	return gimple_build_call(
		library_function(name, type, false), 4, address, size, step, count);
}

/* Unsigned integer type of this many bytes, for unaligned loads that may alias anything. */
static tree load_type(unsigned bytes)
{
	return build_nonstandard_integer_type(bytes * BITS_PER_UNIT, 1);
}

static tree load_from_table(gimple_seq *code, kind table, tree number, unsigned bytes)
{
	tree index = gimple_build(
		code, RSHIFT_EXPR, word(), number, build_int_cst(integer_type_node, 3));
	tree place = gimple_build(code, PLUS_EXPR, word(), index,
		build_int_cst(word(), table == READ ? GOMARMOT_READS : GOMARMOT_WRITES));
	tree unaligned = build_aligned_type(load_type(bytes), BITS_PER_UNIT);
	tree pointer_type = build_pointer_type_for_mode(unaligned, ptr_mode, true);
	tree pointer = gimple_convert(code, pointer_type, place);
	if (!is_gimple_mem_ref_addr(pointer))
		pointer = force_gimple_operand(pointer, code, true, NULL_TREE);
	tree byte = build2(MEM_REF, unaligned, pointer, build_int_cst(pointer_type, 0));
	TREE_THIS_NOTRAP(byte) = 1;
	tree value = make_ssa_name(load_type(bytes));
	gimple_seq_add_stmt(code, gimple_build_assign(value, byte));
	return value;
}

static tree load_bits(gimple_seq *code, kind what, tree number, unsigned bytes)
{
	if (what != UPDATE)
		return load_from_table(code, what, number, bytes);
	return gimple_build(code, BIT_IOR_EXPR, load_type(bytes),
		load_from_table(code, READ, number, bytes),
		load_from_table(code, WRITE, number, bytes));
}

/* The number of table bytes to load for an access, and whether a test of all their bits is exact.
 */
struct test {
	unsigned width = 1;
	bool exact = false;
	/* The bytes span one table byte more than a single load covers. */
	bool last = false;

	test(HOST_WIDE_INT size, unsigned align)
	{
		unsigned first = cell - MIN(align, cell);
		unsigned cells = CEIL(size + first, cell);
		last = cells > widest_load;
		while (width < cells && width < widest_load)
			width *= 2;
		exact = first == 0 && width * cell == size;
	}
};

static void set_locations(gimple_seq code, location_t where)
{
	for (gimple_stmt_iterator i = gsi_start(code); !gsi_end_p(i); gsi_next(&i))
		gimple_set_location(gsi_stmt(i), where);
}

static void insert_before(gimple_stmt_iterator *here, gimple_seq code, location_t where)
{
	set_locations(code, where);
	gsi_insert_seq_before(here, code, GSI_SAME_STMT);
}

/* if (value != 0) ...: returns where to insert the body, and leaves here after it. */
static gimple_stmt_iterator insert_if(gimple_stmt_iterator *here, tree value, location_t where)
{
	basic_block then, rest;
	gimple_stmt_iterator end = create_cond_insert_point(here, true, false, true, &then, &rest);
	gcond *condition = gimple_build_cond(
		NE_EXPR, value, build_zero_cst(TREE_TYPE(value)), NULL_TREE, NULL_TREE);
	gimple_set_location(condition, where);
	gsi_insert_after(&end, condition, GSI_NEW_STMT);
	return gsi_start_bb(then);
}

/* Selects the bits of the accessed bytes. */
static tree exact_bits(gimple_seq *code, tree bits, tree number, HOST_WIDE_INT size)
{
	tree type = TREE_TYPE(bits);
	tree shift =
		gimple_build(code, BIT_AND_EXPR, word(), number, build_int_cst(word(), cell - 1));
	shift = gimple_convert(code, unsigned_type_node, shift);
	/* Types narrower than an int cannot be shifted. */
	if (TYPE_PRECISION(type) < TYPE_PRECISION(unsigned_type_node))
		type = unsigned_type_node;
	bits = gimple_build(code, RSHIFT_EXPR, type, gimple_convert(code, type, bits), shift);
	unsigned HOST_WIDE_INT mask =
		size < HOST_BITS_PER_WIDE_INT ? (HOST_WIDE_INT_1U << size) - 1 : HOST_WIDE_INT_M1U;
	return gimple_build(code, BIT_AND_EXPR, type, bits, build_int_cst(type, mask));
}

/*
 * Inserts the test of the table; code at the returned place runs if a bit is set. Mostly the bits
 * are all 0, so whole table bytes are tested first, and then the bits of the accessed bytes.
 */
static gimple_stmt_iterator insert_test(gimple_stmt_iterator *here, kind what, tree address,
	HOST_WIDE_INT size, unsigned align, location_t where)
{
	test how(size, align);
	gimple_seq code = NULL;
	tree number = gimple_convert(&code, word(), address);
	tree bits = load_bits(&code, what, number, how.width);
	if (how.last) {
		tree end = gimple_build(
			&code, PLUS_EXPR, word(), number, build_int_cst(word(), size - 1));
		tree more = load_bits(&code, what, end, 1);
		bits = gimple_build(&code, BIT_IOR_EXPR, TREE_TYPE(bits), bits,
			gimple_convert(&code, TREE_TYPE(bits), more));
	}
	insert_before(here, code, where);
	gimple_stmt_iterator then = insert_if(here, bits, where);
	if (how.exact || how.last)
		return then;
	code = NULL;
	tree exact = exact_bits(&code, bits, number, size);
	/* Statements to split the block at. */
	gimple *nop = gimple_build_nop();
	gsi_insert_after(&then, nop, GSI_NEW_STMT);
	insert_before(&then, code, where);
	gimple_stmt_iterator inner = insert_if(&then, exact, where);
	gimple_stmt_iterator at = gsi_for_stmt(nop);
	gsi_remove(&at, true);
	return inner;
}

static void append(gimple_stmt_iterator *where, gimple *statement, location_t location)
{
	gimple_set_location(statement, location);
	gsi_insert_after(where, statement, GSI_NEW_STMT);
}

static tree address_of(
	gimple_stmt_iterator *here, tree address, HOST_WIDE_INT offset, location_t where)
{
	gimple_seq code = NULL;
	tree pointer = force_gimple_operand(
		fold_convert(ptr_type_node, unshare_expr(address)), &code, true, NULL_TREE);
	if (offset) {
		tree result = make_ssa_name(ptr_type_node);
		gimple_seq_add_stmt(&code,
			gimple_build_assign(result, POINTER_PLUS_EXPR, pointer, size_int(offset)));
		pointer = result;
	}
	insert_before(here, code, where);
	return pointer;
}

/* Whether the lane's bit or sign in the mask is set. Masks are vectors of integers, or an integer
 * with a bit for each lane. */
static tree lane_is_set(gimple_seq *code, tree mask, unsigned lane)
{
	tree type = TREE_TYPE(mask);
	if (VECTOR_TYPE_P(type) && VECTOR_MODE_P(TYPE_MODE(type))) {
		tree element_size = TYPE_SIZE(TREE_TYPE(type));
		HOST_WIDE_INT bits =
			tree_to_shwi(TYPE_SIZE(type)) / TYPE_VECTOR_SUBPARTS(type).to_constant();
		tree integer = build_nonstandard_integer_type(bits, 0);
		tree as_integers = build_vector_type(integer, TYPE_VECTOR_SUBPARTS(type));
		gcc_checking_assert(element_size);
		tree whole = make_ssa_name(as_integers), element = make_ssa_name(integer);
		gimple_seq_add_stmt(code, gimple_build_assign(whole, VIEW_CONVERT_EXPR,
						  build1(VIEW_CONVERT_EXPR, as_integers, mask)));
		gimple_seq_add_stmt(
			code, gimple_build_assign(element, BIT_FIELD_REF,
				      build3(BIT_FIELD_REF, integer, whole, bitsize_int(bits),
					      bitsize_int(bits * lane))));
		return gimple_build(
			code, LT_EXPR, boolean_type_node, element, build_zero_cst(integer));
	}
	if (VECTOR_TYPE_P(type)) {
		tree integer = build_nonstandard_integer_type(
			GET_MODE_BITSIZE(TYPE_MODE(type)).to_constant(), 1);
		tree bits = make_ssa_name(integer);
		gimple_seq_add_stmt(code, gimple_build_assign(bits, VIEW_CONVERT_EXPR,
						  build1(VIEW_CONVERT_EXPR, integer, mask)));
		mask = bits;
	}
	tree bits = gimple_convert(
		code, word(), gimple_convert(code, unsigned_type_for(TREE_TYPE(mask)), mask));
	bits = gimple_build(
		code, RSHIFT_EXPR, word(), bits, build_int_cst(unsigned_type_node, lane));
	bits = gimple_build(code, BIT_AND_EXPR, word(), bits, build_one_cst(word()));
	return gimple_build(code, NE_EXPR, boolean_type_node, bits, build_zero_cst(word()));
}

/* if (mask has the lane) call; at the end of the block. */
static void append_masked_call(
	gimple *before, const access &one, tree pointer, unsigned lane, location_t where)
{
	gimple_stmt_iterator here = gsi_for_stmt(before);
	gimple_seq code = NULL;
	tree set = lane_is_set(&code, one.mask, lane);
	insert_before(&here, code, where);
	gimple_stmt_iterator then = insert_if(&here, set, where);
	append(&then, call_for(one.what, pointer, build_int_cst(word(), one.lane)), where);
}

static void emit_masked(const access &one)
{
	location_t where = gimple_location(one.statement);
	gimple_stmt_iterator here = gsi_for_stmt(one.statement);
	tree pointer = address_of(&here, one.address, 0, where);
	gimple_stmt_iterator then =
		insert_test(&here, one.what, pointer, one.size, one.lane, where);
	gimple *nop = gimple_build_nop();
	append(&then, nop, where);
	for (unsigned i = 0; i < one.lanes; i++) {
		gimple_stmt_iterator at = gsi_for_stmt(nop);
		append_masked_call(
			nop, one, address_of(&at, pointer, i * one.lane, where), i, where);
	}
	gimple_stmt_iterator at = gsi_for_stmt(nop);
	gsi_remove(&at, true);
}

/* The address of a lane: pointer + (long)index[lane] * scale. */
static tree gathered(gimple_seq *code, const access &one, unsigned lane)
{
	tree type = TREE_TYPE(TREE_TYPE(one.index));
	HOST_WIDE_INT bits = tree_to_shwi(TYPE_SIZE(type));
	tree index = make_ssa_name(type);
	gimple_seq_add_stmt(code, gimple_build_assign(index, BIT_FIELD_REF,
					  build3(BIT_FIELD_REF, type, one.index, bitsize_int(bits),
						  bitsize_int(bits * lane))));
	tree bytes = gimple_build(code, MULT_EXPR, sizetype,
		gimple_convert(code, sizetype, gimple_convert(code, ssizetype, index)),
		size_int(one.scale));
	return gimple_build(code, POINTER_PLUS_EXPR, ptr_type_node,
		gimple_convert(code, ptr_type_node, one.address), bytes);
}

/* If the mask bit is clear, the address may be invalid: the table has no byte for it. */
static void emit_gathered(const access &one)
{
	location_t where = gimple_location(one.statement);
	for (unsigned i = 0; i < one.lanes; i++) {
		gimple_stmt_iterator here = gsi_for_stmt(one.statement);
		gimple_seq code = NULL;
		tree set = lane_is_set(&code, one.mask, i);
		insert_before(&here, code, where);
		gimple_stmt_iterator then = insert_if(&here, set, where);
		gimple *nop = gimple_build_nop();
		append(&then, nop, where);
		then = gsi_for_stmt(nop);
		code = NULL;
		tree pointer = gathered(&code, one, i);
		insert_before(&then, code, where);
		gimple_stmt_iterator call =
			insert_test(&then, one.what, pointer, one.lane, one.lane, where);
		append(&call, call_for(one.what, pointer, build_int_cst(word(), one.lane)), where);
		then = gsi_for_stmt(nop);
		gsi_remove(&then, true);
	}
}

/* Sets *here to the place behind the statement or, if the statement ends its block, on the edge
 * that the program takes when nothing is thrown. Returns false if there is no such edge. */
static bool place_after(gimple *statement, gimple_stmt_iterator *here)
{
	*here = gsi_for_stmt(statement);
	if (!stmt_ends_bb_p(statement)) {
		gimple_stmt_iterator next = *here;
		gsi_next(&next);
		if (gsi_end_p(next))
			gsi_insert_after(here, gimple_build_nop(), GSI_NEW_STMT);
		else
			*here = next;
		return true;
	}
	edge normal = find_fallthru_edge(gimple_bb(statement)->succs);
	if (!normal)
		return false;
	basic_block block = split_edge(normal);
	*here = gsi_start_bb(block);
	gsi_insert_after(here, gimple_build_nop(), GSI_NEW_STMT);
	return true;
}

void emit_access(const access &one)
{
	if (one.index)
		return emit_gathered(one);
	if (one.mask)
		return emit_masked(one);
	location_t where = gimple_location(one.statement);
	gimple_stmt_iterator here = gsi_for_stmt(one.statement);
	if (one.after && !place_after(one.statement, &here))
		return;
	tree pointer = address_of(&here, one.address, one.offset, where);
	if (one.size > 0 && one.size <= widest_load * cell) {
		gimple_stmt_iterator then =
			insert_test(&here, one.what, pointer, one.size, one.align, where);
		append(&then, call_for(one.what, pointer, build_int_cst(word(), one.size)), where);
		return;
	}
	tree size = one.size ? build_int_cst(word(), one.size) : one.length;
	size = force_gimple_operand_gsi(&here, fold_convert(word(), unshare_expr(size)), true,
		NULL_TREE, true, GSI_SAME_STMT);
	gcall *call = call_for(one.what, pointer, size);
	gimple_set_location(call, where);
	gsi_insert_before(&here, call, GSI_SAME_STMT);
}

void emit_atomic(const atomic &one)
{
	tree type = build_function_type_list(
		void_type_node, ptr_type_node, word(), integer_type_node, NULL_TREE);
	location_t where = gimple_location(one.statement);
	gimple_stmt_iterator here = gsi_for_stmt(one.statement);
	tree pointer = address_of(&here, one.address, 0, where);
	tree size = force_gimple_operand_gsi(
		&here, unshare_expr(one.size), true, NULL_TREE, true, GSI_SAME_STMT);
	gcall *call = gimple_build_call(library_function("__gomarmot_atomic", type, false), 3,
		pointer, size, build_int_cst(integer_type_node, one.writes));
	gimple_set_location(call, where);
	gsi_insert_before(&here, call, GSI_SAME_STMT);
}

void emit_fence(gimple *statement)
{
	tree type = build_function_type_list(void_type_node, NULL_TREE);
	gimple_stmt_iterator here = gsi_for_stmt(statement);
	gcall *call = gimple_build_call(library_function("__gomarmot_fence", type, false), 0);
	gimple_set_location(call, gimple_location(statement));
	gsi_insert_before(&here, call, GSI_SAME_STMT);
}

/* A statement before the loop, behind all code inserted there so far: insert further code before
 * it. */
gimple *place_before(class loop *loop, location_t where)
{
	basic_block block = split_edge(loop_preheader_edge(loop));
	gimple_stmt_iterator here = gsi_start_bb(block);
	append(&here, gimple_build_nop(), where);
	return gsi_stmt(here);
}

/* The condition of a call for a range: not 0 if the range is longer than one test can cover, or if
 * the test finds a bit of the table set. */
static tree range_test(
	gimple_seq *code, kind what, tree pointer, HOST_WIDE_INT size, tree step, tree count)
{
	const unsigned HOST_WIDE_INT most = (widest_load - 1) * cell + 1;
	tree last = gimple_build(code, MINUS_EXPR, word(), count, build_one_cst(word()));
	tree span = gimple_build(code, MULT_EXPR, word(), last, fold_convert(word(), step));
	tree is_long = gimple_build(
		code, GT_EXPR, boolean_type_node, span, build_int_cst(word(), most - size));
	tree bits = load_bits(code, what, gimple_convert(code, word(), pointer), widest_load);
	return gimple_build(code, BIT_IOR_EXPR, word(), gimple_convert(code, word(), bits),
		gimple_convert(code, word(), is_long));
}

/*
 * A range of few bytes is tested inline: an inner loop with a few iterations costs no call. step
 * and count are in terms of values that are known before the loop.
 */
void emit_range(class loop *loop, location_t where, kind what, tree address, tree length, tree step,
	tree count)
{
	gimple *place = place_before(loop, where);
	gimple_stmt_iterator here = gsi_for_stmt(place);
	tree pointer = address_of(&here, address, 0, where);
	step = force_gimple_operand_gsi(&here,
		fold_convert(long_integer_type_node, unshare_expr(step)), true, NULL_TREE, true,
		GSI_SAME_STMT);
	length = force_gimple_operand_gsi(&here, fold_convert(word(), unshare_expr(length)), true,
		NULL_TREE, true, GSI_SAME_STMT);
	HOST_WIDE_INT size = tree_fits_shwi_p(length) ? tree_to_shwi(length) : HOST_WIDE_INT_MAX;
	bool may_be_short = tree_fits_shwi_p(step) && tree_to_shwi(step) > 0 &&
			    size <= (widest_load - 1) * cell + 1;
	if (may_be_short && TREE_CODE(count) == INTEGER_CST)
		may_be_short = tree_to_uhwi(count) <= widest_load * cell &&
			       (tree_to_uhwi(count) - 1) * tree_to_shwi(step) + size <=
				       (widest_load - 1) * cell + 1;
	else if (may_be_short)
		may_be_short = size <= widest_load * cell / 2;
	if (may_be_short) {
		gimple_seq code = NULL;
		tree condition = range_test(&code, what, pointer, size, step, count);
		insert_before(&here, code, where);
		here = insert_if(&here, condition, where);
		append(&here, range_for(what, pointer, length, step, count), where);
		return;
	}
	gcall *call = range_for(what, pointer, length, step, count);
	gimple_set_location(call, where);
	gsi_insert_before(&here, call, GSI_SAME_STMT);
}
} // namespace gomarmot
