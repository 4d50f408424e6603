/* Calls that the compiler knows, and the memory that they access. */
#include "pass.h"

namespace gomarmot
{

static tree size_value(tree value)
{
	return fold_convert(long_unsigned_type_node, value);
}

/* Length bytes at a pointer. */
static void add_block(found *all, gimple *call, tree pointer, tree length, kind what)
{
	if (!is_watched_pointer(pointer))
		return;
	access one = {};
	one.statement = call;
	one.what = what;
	one.address = pointer;
	if (tree_fits_shwi_p(length))
		one.size = tree_to_shwi(length);
	else
		one.length = size_value(length);
	if (one.length || one.size > 0)
		all->accesses.safe_push(one);
}

/* A string's length with its NUL, found before the call. */
static tree string_size(gcall *call, tree string)
{
	gimple_stmt_iterator here = gsi_for_stmt(call);
	gcall *length = gimple_build_call(builtin_decl_explicit(BUILT_IN_STRLEN), 1, string);
	tree result = make_ssa_name(size_type_node), whole = make_ssa_name(size_type_node);
	gimple_call_set_lhs(length, result);
	gsi_insert_before(&here, length, GSI_SAME_STMT);
	gsi_insert_before(
		&here, gimple_build_assign(whole, PLUS_EXPR, result, size_one_node), GSI_SAME_STMT);
	return whole;
}

/* The bytes that strncpy reads: up to the NUL, at most limit. */
static tree string_size_within(gcall *call, tree string, tree limit)
{
	gimple_stmt_iterator here = gsi_for_stmt(call);
	gcall *length =
		gimple_build_call(builtin_decl_explicit(BUILT_IN_STRNLEN), 2, string, limit);
	suppress_warning(length); /* the limit may be more than the string has room for */
	tree result = make_ssa_name(size_type_node);
	gimple_call_set_lhs(length, result);
	gsi_insert_before(&here, length, GSI_SAME_STMT);
	gimple_seq rest = NULL;
	tree whole = gimple_build(&rest, PLUS_EXPR, size_type_node, result, size_one_node);
	whole = gimple_build(&rest, MIN_EXPR, size_type_node, whole,
		gimple_convert(&rest, size_type_node, limit));
	gsi_insert_seq_before(&here, rest, GSI_SAME_STMT);
	return whole;
}

/* strcat: the string that is there is read, and is appended to from its NUL on. */
static void add_append(found *all, gcall *call)
{
	tree to = gimple_call_arg(call, 0), from = gimple_call_arg(call, 1);
	tree there = string_size(call, to), more = string_size(call, from);
	gimple_stmt_iterator here = gsi_for_stmt(call);
	tree end = make_ssa_name(ptr_type_node), nul = make_ssa_name(ptr_type_node);
	gsi_insert_before(
		&here, gimple_build_assign(end, POINTER_PLUS_EXPR, to, there), GSI_SAME_STMT);
	gsi_insert_before(&here, gimple_build_assign(nul, POINTER_PLUS_EXPR, end, size_int(-1)),
		GSI_SAME_STMT);
	add_block(all, call, to, there, READ);
	add_block(all, call, from, more, READ);
	add_block(all, call, nul, more, WRITE);
}

static bool find_in_memory_builtin(gcall *call, found *all)
{
	auto argument = [&](unsigned i) { return gimple_call_arg(call, i); };
	switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
	case BUILT_IN_MEMCPY:
	case BUILT_IN_MEMMOVE:
	case BUILT_IN_MEMPCPY:
	case BUILT_IN_MEMCPY_CHK:
	case BUILT_IN_MEMMOVE_CHK:
	case BUILT_IN_MEMPCPY_CHK:
		add_block(all, call, argument(1), argument(2), READ);
		add_block(all, call, argument(0), argument(2), WRITE);
		return true;
	case BUILT_IN_BCOPY:
		add_block(all, call, argument(0), argument(2), READ);
		add_block(all, call, argument(1), argument(2), WRITE);
		return true;
	case BUILT_IN_MEMSET:
	case BUILT_IN_MEMSET_CHK:
		add_block(all, call, argument(0), argument(2), WRITE);
		return true;
	case BUILT_IN_BZERO:
		add_block(all, call, argument(0), argument(1), WRITE);
		return true;
	case BUILT_IN_MEMCMP:
	case BUILT_IN_BCMP:
		add_block(all, call, argument(0), argument(2), READ);
		add_block(all, call, argument(1), argument(2), READ);
		return true;
	default:
		return false;
	}
}

static void find_in_string_builtin(gcall *call, found *all)
{
	auto argument = [&](unsigned i) { return gimple_call_arg(call, i); };
	tree size;
	switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
	case BUILT_IN_STRLEN:
		add_block(all, call, argument(0), string_size(call, argument(0)), READ);
		break;
	case BUILT_IN_STRCPY:
	case BUILT_IN_STPCPY:
	case BUILT_IN_STRCPY_CHK:
	case BUILT_IN_STPCPY_CHK:
		size = string_size(call, argument(1));
		add_block(all, call, argument(1), size, READ);
		add_block(all, call, argument(0), size, WRITE);
		break;
	case BUILT_IN_STRNCPY:
	case BUILT_IN_STPNCPY:
	case BUILT_IN_STRNCPY_CHK:
		add_block(all, call, argument(1),
			string_size_within(call, argument(1), argument(2)), READ);
		add_block(all, call, argument(0), argument(2), WRITE);
		break;
	case BUILT_IN_STRCAT:
	case BUILT_IN_STRCAT_CHK:
		add_append(all, call);
		break;
	default:
		break;
	}
}

/* The number at the end of "__atomic_add_fetch_8", or 0. */
static unsigned size_in_name(const char *name)
{
	const char *end = strrchr(name, '_');
	return end && ISDIGIT(end[1]) ? atoi(end + 1) : 0;
}

static const char *atomic_name(gcall *call)
{
	tree callee = gimple_call_fndecl(call);
	if (!callee || !DECL_NAME(callee))
		return NULL;
	const char *name = IDENTIFIER_POINTER(DECL_NAME(callee));
	if (startswith(name, "__builtin_"))
		name += strlen("__builtin_");
	return startswith(name, "__atomic_") || startswith(name, "__sync_") ? name : NULL;
}

/* A fence of the language or the processor, or OpenMP's flush. */
bool is_fence_call(gcall *call)
{
	if (gimple_call_internal_p(call))
		return false;
	if (const char *name = atomic_name(call)) {
		if (startswith(name, "__sync_synchronize"))
			return true;
		return startswith(name, "__atomic_thread_fence") &&
		       !integer_zerop(gimple_call_arg(call, 0)); /* relaxed: it orders nothing */
	}
	if (!gimple_call_builtin_p(call, BUILT_IN_MD))
		return false;
	const char *name = IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(call)));
	return strstr(name, "_mfence") || strstr(name, "_sfence") || strstr(name, "_lfence");
}

bool is_atomic(gcall *call)
{
	if (gimple_call_internal_p(call))
		return gimple_call_internal_fn(call) == IFN_ATOMIC_COMPARE_EXCHANGE;
	return atomic_name(call) != NULL;
}

static void find_in_atomic(gcall *call, found *all)
{
	tree type = long_unsigned_type_node;
	if (gimple_call_internal_p(call)) {
		unsigned size = tree_to_uhwi(gimple_call_arg(call, 3)) & 255;
		all->atomics.safe_push(
			{call, gimple_call_arg(call, 0), build_int_cst(type, size), true});
		return;
	}
	const char *name = atomic_name(call);
	unsigned first = 0, size = size_in_name(name), arguments = gimple_call_num_args(call);
	tree bytes = build_int_cst(type, size);
	if (startswith(name, "__atomic_test_and_set") || startswith(name, "__atomic_clear")) {
		bytes = build_int_cst(type, 1);
	} else if (!size) {
		/* The function for any size has it as its first argument. Fences have no memory. */
		if (arguments < 3 || !POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, 1))))
			return;
		bytes = size_value(gimple_call_arg(call, 0));
		first = 1;
	}
	if (arguments <= first || !POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, first))))
		return;
	bool writes = !startswith(name, "__atomic_load");
	all->atomics.safe_push({call, gimple_call_arg(call, first), bytes, writes});
}

/* An access of as many bytes as the vector has, of which the mask chooses. */
static void add_masked(found *all, gcall *call, tree pointer, tree mask, tree vector, kind what)
{
	access one = {};
	one.statement = call;
	one.what = what;
	one.address = pointer;
	one.mask = mask;
	one.lanes = lane_count(vector);
	one.size = int_size_in_bytes(vector);
	one.lane = one.size / one.lanes;
	all->accesses.safe_push(one);
}

static void find_in_internal(gcall *call, found *all)
{
	switch (gimple_call_internal_fn(call)) {
	case IFN_MASK_LOAD:
		add_masked(all, call, gimple_call_arg(call, 0), gimple_call_arg(call, 2),
			TREE_TYPE(gimple_call_lhs(call)), READ);
		break;
	case IFN_MASK_STORE:
		add_masked(all, call, gimple_call_arg(call, 0), gimple_call_arg(call, 2),
			TREE_TYPE(gimple_call_arg(call, 3)), WRITE);
		break;
	default:
		break;
	}
}

static void add_gathered(
	found *all, gcall *call, tree pointer, tree index, tree mask, tree vector, kind what)
{
	access one = {};
	one.statement = call;
	one.what = what;
	one.address = pointer;
	one.index = index;
	one.mask = mask;
	one.scale = tree_to_shwi(gimple_call_arg(call, 4));
	one.lanes = MIN(lane_count(vector), lane_count(TREE_TYPE(index)));
	one.lane = one.size = int_size_in_bytes(TREE_TYPE(vector));
	all->accesses.safe_push(one);
}

/* Functions of the processor, by their names: __builtin_ia32_... */
static void find_in_target(gcall *call, found *all)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(call)));
	unsigned arguments = gimple_call_num_args(call);
	auto argument = [&](unsigned i) { return gimple_call_arg(call, i); };
	auto vector = [&](unsigned i) { return TREE_TYPE(argument(i)); };
	tree result = gimple_call_lhs(call) ? TREE_TYPE(gimple_call_lhs(call)) : NULL_TREE;
	bool masked = strstr(name, "_mask") != NULL;
	if (strstr(name, "_gather") && !strstr(name, "pf") && arguments == 5)
		add_gathered(all, call, argument(1), argument(2), argument(3), vector(0), READ);
	else if (strstr(name, "_scatter") && !strstr(name, "pf") && arguments == 5)
		add_gathered(all, call, argument(0), argument(2), argument(1), vector(3), WRITE);
	else if (strstr(name, "_maskload") && arguments == 2 && result)
		add_masked(all, call, argument(0), argument(1), result, READ);
	else if (strstr(name, "_maskstore") && arguments == 3)
		add_masked(all, call, argument(0), argument(1), vector(2), WRITE);
	else if (masked && strstr(name, "_load") && arguments == 3 && result)
		add_masked(all, call, argument(0), argument(2), result, READ);
	else if (masked && strstr(name, "_store") && arguments == 3)
		add_masked(all, call, argument(0), argument(2), vector(1), WRITE);
	else if ((strstr(name, "_movnt") || (strstr(name, "_storeu") && !masked)) && arguments == 2)
		add_block(all, call, argument(0), TYPE_SIZE_UNIT(vector(1)), WRITE);
	else if ((strstr(name, "_loadu") || strstr(name, "_lddqu")) && arguments == 1 && result)
		add_block(all, call, argument(0), TYPE_SIZE_UNIT(result), READ);
}

void find_in_call(gcall *call, found *all)
{
	if (is_atomic(call))
		find_in_atomic(call, all);
	else if (gimple_call_internal_p(call))
		find_in_internal(call, all);
	else if (gimple_call_builtin_p(call, BUILT_IN_MD))
		find_in_target(call, all);
	else if (gimple_call_builtin_p(call, BUILT_IN_NORMAL) && !find_in_memory_builtin(call, all))
		find_in_string_builtin(call, all);
	if (!gimple_call_internal_p(call))
		for (unsigned i = 0; i < gimple_call_num_args(call); i++)
			add_reference(all, call, gimple_call_arg(call, i), READ);
	if (tree result = gimple_call_lhs(call))
		add_reference(all, call, result, WRITE, true);
}
} // namespace gomarmot
