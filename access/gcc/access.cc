/* Which bytes a statement reads and writes. */
#include "pass.h"

namespace gomarmot
{

/* Variables whose address is taken in the current function. */
static hash_set<tree> *addressed;

/* Memory whose address a call may know, as numbers of points-to sets. gfortran assumes that a
 * procedure knows its argument only until it returns, and so treats variables and allocated
 * memory as private even while they are buffers of a nonblocking call. NULL for other languages. */
static bitmap lent;

/* The address of an element or a member gives access to the whole variable. */
static bool visit_address(gimple *, tree part, tree, void *)
{
	tree base = get_base_address(part);
	if (base && DECL_P(base))
		addressed->add(base);
	return false;
}

static void find_addressed(function *fn)
{
	basic_block block;
	FOR_EACH_BB_FN(block, fn)
	{
		for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i))
			walk_stmt_load_store_addr_ops(i.phi(), NULL, NULL, NULL, visit_address);
		for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
			if (!is_gimple_debug(gsi_stmt(i)))
				walk_stmt_load_store_addr_ops(
					gsi_stmt(i), NULL, NULL, NULL, visit_address);
	}
}

/* Does a variable that the compiler has made hold variables of the program? An array is the copy of
 * a section, a union an EQUIVALENCE, and a frame holds the variables that contained procedures
 * use. */
static bool holds_variables(tree variable)
{
	tree type = TREE_TYPE(variable);
	switch (TREE_CODE(type)) {
	case ARRAY_TYPE:
	case UNION_TYPE:
		return true;
	case RECORD_TYPE: {
		tree name = TYPE_NAME(type);
		if (name && TREE_CODE(name) == TYPE_DECL)
			name = DECL_NAME(name);
		return name && startswith(IDENTIFIER_POINTER(name), "FRAME.");
	}
	default:
		return false;
	}
}

/* Whether a variable whose address is taken counts as lent: the program declared it, or it holds
 * variables of the program. */
static bool is_lent(tree variable)
{
	return lent && (!DECL_ARTIFICIAL(variable) || holds_variables(variable));
}

static void lend(tree pointer)
{
	if (!pointer || TREE_CODE(pointer) != SSA_NAME || !POINTER_TYPE_P(TREE_TYPE(pointer)))
		return;
	const ptr_info_def *known = SSA_NAME_PTR_INFO(pointer);
	if (known && known->pt.vars)
		bitmap_ior_into(lent, known->pt.vars);
}

/* Memory whose address is an argument, or is stored where a call may find it. */
static void find_lent(function *fn)
{
	for (tree variable : *addressed)
		if (is_lent(variable))
			bitmap_set_bit(lent, DECL_PT_UID(variable));
	basic_block block;
	FOR_EACH_BB_FN(block, fn)
	{
		for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
			gimple *statement = gsi_stmt(i);
			if (gimple_store_p(statement) && gimple_assign_single_p(statement))
				lend(gimple_assign_rhs1(statement));
			if (!is_gimple_call(statement) || !is_release(statement))
				continue;
			for (unsigned k = 0; k < gimple_call_num_args(statement); k++)
				lend(gimple_call_arg(statement, k));
		}
	}
}

/* A variable whose address MPI or another thread may know. */
static bool is_watched_variable(tree variable)
{
	if (!VAR_P(variable) && TREE_CODE(variable) != PARM_DECL &&
		TREE_CODE(variable) != RESULT_DECL)
		return false;
	if (!may_be_aliased(variable) || (TREE_READONLY(variable) && TREE_STATIC(variable)))
		return false;
	if (VAR_P(variable) && (DECL_HARD_REGISTER(variable) || DECL_HAS_VALUE_EXPR_P(variable)))
		return false;
	if (is_global_var(variable))
		return true;
	if (!addressed->contains(variable))
		return false;
	return !optimize || !cfun->gimple_df || is_lent(variable) ||
	       pt_solution_includes(&cfun->gimple_df->escaped, variable);
}

/* May a pointer point to memory in lent, which is watched although its address does not escape? */
static bool points_to_lent(tree pointer)
{
	if (!lent)
		return false;
	const ptr_info_def *known = SSA_NAME_PTR_INFO(pointer);
	return !known || (known->pt.vars && bitmap_intersect_p(known->pt.vars, lent));
}

bool is_watched_pointer(tree pointer)
{
	if (TREE_CODE(pointer) == ADDR_EXPR) {
		tree base = get_base_address(TREE_OPERAND(pointer, 0));
		return base && DECL_P(base) ? is_watched_variable(base) : base && is_watched(base);
	}
	return TREE_CODE(pointer) != SSA_NAME || !optimize ||
	       ptr_deref_may_alias_global_p(pointer, true) || points_to_lent(pointer);
}

bool is_watched(tree reference)
{
	if (is_gimple_reg(reference))
		return false;
	if (!DECL_P(reference) && !handled_component_p(reference) &&
		TREE_CODE(reference) != MEM_REF && TREE_CODE(reference) != TARGET_MEM_REF)
		return false;
	tree base = get_base_address(reference);
	if (!base)
		return false;
	if (DECL_P(base))
		return is_watched_variable(base);
	if (TREE_CODE(base) != MEM_REF && TREE_CODE(base) != TARGET_MEM_REF)
		return false;
	return ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(reference))) &&
	       is_watched_pointer(TREE_OPERAND(base, 0));
}

/* The reference whose address can be taken, and where in it the accessed bytes lie. */
static tree addressable_part(tree reference, HOST_WIDE_INT *offset, HOST_WIDE_INT *size)
{
	*offset = 0;
	*size = int_size_in_bytes(TREE_TYPE(reference));
	for (;;) {
		if (TREE_CODE(reference) == VIEW_CONVERT_EXPR) {
			reference = TREE_OPERAND(reference, 0);
		} else if (TREE_CODE(reference) == BIT_FIELD_REF) {
			HOST_WIDE_INT first = bit_field_offset(reference).to_constant();
			HOST_WIDE_INT bits = bit_field_size(reference).to_constant();
			*offset += first / BITS_PER_UNIT;
			*size = CEIL(first % BITS_PER_UNIT + bits, BITS_PER_UNIT);
			reference = TREE_OPERAND(reference, 0);
		} else if (TREE_CODE(reference) == COMPONENT_REF &&
			   DECL_BIT_FIELD_TYPE(TREE_OPERAND(reference, 1)) &&
			   DECL_BIT_FIELD_REPRESENTATIVE(TREE_OPERAND(reference, 1))) {
			/* Adjacent bit-fields are a single memory location: C11, 3.14. */
			tree all = DECL_BIT_FIELD_REPRESENTATIVE(TREE_OPERAND(reference, 1));
			*size = tree_to_shwi(DECL_SIZE_UNIT(all));
			return build3(COMPONENT_REF, TREE_TYPE(all),
				unshare_expr(TREE_OPERAND(reference, 0)), all, NULL_TREE);
		} else {
			return unshare_expr(reference);
		}
	}
}

/* The lanes of a loaded vector that are used, as runs of lanes side by side. For a loop with a
 * stride, the vectorizer also loads the bytes between the elements. */
static void add_lanes(found *all, access whole, tree vector)
{
	unsigned count = lane_count(TREE_TYPE(vector));
	unsigned HOST_WIDE_INT used = lanes_used(vector);
	HOST_WIDE_INT lane = whole.size / count, start = whole.offset;
	for (unsigned from = 0; from < count; from++) {
		unsigned to = from;
		while (to < count && (used >> to & 1))
			to++;
		if (to == from)
			continue;
		whole.offset = start + from * lane;
		whole.size = (to - from) * lane;
		all->accesses.safe_push(whole);
		from = to;
	}
}

bool add_reference(found *all, gimple *statement, tree reference, kind what, bool after)
{
	access one = {};
	one.statement = statement;
	one.what = what;
	one.after = after;
	if (TREE_CODE(reference) == WITH_SIZE_EXPR) {
		one.length = TREE_OPERAND(reference, 1);
		reference = TREE_OPERAND(reference, 0);
	}
	if (!is_watched(reference))
		return false;
	tree part = addressable_part(reference, &one.offset, &one.size);
	if (one.length)
		one.size = 0;
	else if (one.size <= 0)
		return false;
	mark_addressable(part);
	one.align = MAX(1, get_object_alignment(part) / BITS_PER_UNIT);
	one.reference = part;
	one.address = build_fold_addr_expr(part);
	one.movable = !after && !one.length && !TREE_THIS_VOLATILE(reference);
	if (what == READ && !one.length && is_gimple_assign(statement) &&
		lane_count(TREE_TYPE(reference)) > 1 && gimple_assign_single_p(statement) &&
		TREE_CODE(gimple_assign_lhs(statement)) == SSA_NAME)
		add_lanes(all, one, gimple_assign_lhs(statement));
	else
		all->accesses.safe_push(one);
	return true;
}

static void find_in_assign(gassign *statement, found *all)
{
	if (gimple_clobber_p(statement))
		return;
	if (gimple_assign_single_p(statement))
		add_reference(all, statement, gimple_assign_rhs1(statement), READ);
	if (gimple_store_p(statement))
		add_reference(all, statement, gimple_assign_lhs(statement), WRITE);
}

/* Adds the memory operands of inline assembly. The bytes that a clobber of "memory" stands for
 * are not known. */
static void find_in_asm(gasm *statement, found *all)
{
	for (unsigned i = 0; i < gimple_asm_ninputs(statement); i++)
		add_reference(all, statement, TREE_VALUE(gimple_asm_input_op(statement, i)), READ);
	for (unsigned i = 0; i < gimple_asm_noutputs(statement); i++)
		add_reference(
			all, statement, TREE_VALUE(gimple_asm_output_op(statement, i)), WRITE);
}

/* Whether a statement is a fence, also in assembler: mfence, dmb, or an instruction with a lock. */
bool is_fence(gimple *statement)
{
	if (gcall *call = dyn_cast<gcall *>(statement))
		return is_fence_call(call);
	gasm *text = dyn_cast<gasm *>(statement);
	if (!text || !gimple_asm_clobbers_memory_p(text))
		return false;
	const char *code = gimple_asm_string(text);
	return strstr(code, "fence") || strstr(code, "dmb") || strstr(code, "lock");
}

/* May another rank or thread learn from this statement that earlier accesses are over? An unknown
 * function may: an MPI call may be in it. */
bool is_release(gimple *statement)
{
	if (is_fence(statement))
		return true;
	if (gasm *text = dyn_cast<gasm *>(statement))
		return gimple_asm_clobbers_memory_p(text);
	gcall *call = dyn_cast<gcall *>(statement);
	if (!call || gimple_call_internal_p(call))
		return call && is_atomic(call);
	int flags = gimple_call_flags(call);
	if (flags & (ECF_CONST | ECF_PURE))
		return flags & ECF_LOOPING_CONST_OR_PURE;
	tree callee = gimple_call_fndecl(call);
	if (!callee)
		return true;
	if (fndecl_built_in_p(callee, BUILT_IN_MD))
		return false;
	if (!fndecl_built_in_p(callee, BUILT_IN_NORMAL) || is_atomic(call))
		return true;
	/* The run time library of OpenMP is a builtin too. */
	const char *name = IDENTIFIER_POINTER(DECL_NAME(callee));
	return startswith(name, "GOMP_") || startswith(name, "GOACC_") ||
	       startswith(name, "omp_") || !gimple_call_builtin_p(call, BUILT_IN_NORMAL) ||
	       !(flags & ECF_LEAF) || (flags & (ECF_NORETURN | ECF_RETURNS_TWICE));
}

watching::watching(function *fn)
{
	gomarmot::addressed = &addressed;
	find_addressed(fn);
	if (lang_GNU_Fortran()) {
		lent = BITMAP_ALLOC(NULL);
		find_lent(fn);
	}
}

watching::~watching()
{
	gomarmot::addressed = NULL;
	BITMAP_FREE(lent);
}

void find_accesses(function *fn, found *all)
{
	watching now(fn);
	basic_block block;
	FOR_EACH_BB_FN(block, fn)
	{
		for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
			gimple *statement = gsi_stmt(i);
			if (is_fence(statement))
				all->fences.safe_push(statement);
			if (gassign *assign = dyn_cast<gassign *>(statement))
				find_in_assign(assign, all);
			else if (gcall *call = dyn_cast<gcall *>(statement))
				find_in_call(call, all);
			else if (gasm *text = dyn_cast<gasm *>(statement))
				find_in_asm(text, all);
		}
	}
}
} // namespace gomarmot
