/* The types that the program has declared for the buffers it passes to MPI: a table in the object,
 * for the report. The code stays as it is. */
#include "pass.h"

#include "file-prefix-map.h"
#include "toplev.h"

namespace gomarmot
{

/* The table's strings: a string for each call, see docs/access.md. */
static auto_vec<char *> calls;

/* Further members of a struct are not described. */
static const unsigned most_leaves = 64;

/* The elements at an address, and their type. */
struct declared {
	tree element = NULL_TREE;
	/* The number of elements; 0 if it is unknown, as for a pointer. */
	HOST_WIDE_INT bound = 0;
	/* For a Fortran array descriptor: the intrinsic type in the descriptor's name; element is
	 * then NULL. */
	const char *intrinsic = NULL;
};

static const char *name_of(tree type)
{
	tree name = TYPE_NAME(type);
	/* A typedef in a class, such as value_type, says less than its underlying type. */
	if (name && TREE_CODE(name) == TYPE_DECL && DECL_CONTEXT(name) &&
		TYPE_P(DECL_CONTEXT(name)) && DECL_ORIGINAL_TYPE(name))
		name = TYPE_NAME(TYPE_MAIN_VARIANT(type));
	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	return name ? IDENTIFIER_POINTER(name) : NULL;
}

static char scalar_kind(tree type, HOST_WIDE_INT size)
{
	switch (TREE_CODE(type)) {
	case BOOLEAN_TYPE:
		return 'b';
	case ENUMERAL_TYPE:
		return size == 1 ? 'c' : 'n';
	case INTEGER_TYPE:
		if (size == 1)
			return 'c';
		if (TYPE_PRECISION(type) != size * BITS_PER_UNIT)
			return 0;
		return TYPE_UNSIGNED(type) ? 'u' : 'i';
	case REAL_TYPE:
		return 'f';
	case POINTER_TYPE:
	case REFERENCE_TYPE:
		return 'p';
	default:
		return 0;
	}
}

/* The scalars of a type, as "offset:kind size x count,". Bytes without an entry may be anything. */
struct leaves {
	char text[2048];
	size_t used = 0;
	unsigned count = 0;

	leaves()
	{
		text[0] = 0;
	}
	void add(HOST_WIDE_INT offset, char kind, HOST_WIDE_INT size, HOST_WIDE_INT times)
	{
		if (count++ < most_leaves && used + 64 < sizeof text)
			used += snprintf(text + used, sizeof text - used, "%s%ld:%c%ldx%ld",
				used ? "," : "", (long)offset, kind, (long)size, (long)times);
	}
	bool full() const
	{
		return count > most_leaves;
	}
};

static void add_leaves(leaves *all, tree type, HOST_WIDE_INT offset);

static void add_array(leaves *all, tree element, HOST_WIDE_INT offset, HOST_WIDE_INT count)
{
	HOST_WIDE_INT size = int_size_in_bytes(element);
	if (size <= 0)
		return;
	if (char kind = scalar_kind(element, size))
		return all->add(offset, kind, size, count);
	for (HOST_WIDE_INT i = 0; i < count && !all->full(); i++)
		add_leaves(all, element, offset + i * size);
}

static void add_fields(leaves *all, tree record, HOST_WIDE_INT offset)
{
	for (tree field = TYPE_FIELDS(record); field && !all->full(); field = DECL_CHAIN(field)) {
		if (TREE_CODE(field) != FIELD_DECL || DECL_BIT_FIELD(field) ||
			!DECL_FIELD_OFFSET(field) || !tree_fits_shwi_p(DECL_FIELD_OFFSET(field)) ||
			DECL_BIT_FIELD_TYPE(field))
			continue;
		add_leaves(all, TREE_TYPE(field), offset + int_byte_position(field));
	}
}

static void add_leaves(leaves *all, tree type, HOST_WIDE_INT offset)
{
	HOST_WIDE_INT size = int_size_in_bytes(type);
	if (size <= 0 || all->full())
		return;
	if (char kind = scalar_kind(type, size))
		return all->add(offset, kind, size, 1);
	switch (TREE_CODE(type)) {
	case COMPLEX_TYPE:
	case VECTOR_TYPE: {
		HOST_WIDE_INT part = int_size_in_bytes(TREE_TYPE(type));
		return add_array(all, TREE_TYPE(type), offset, part > 0 ? size / part : 0);
	}
	case ARRAY_TYPE: {
		HOST_WIDE_INT part = int_size_in_bytes(TREE_TYPE(type));
		return add_array(all, TREE_TYPE(type), offset, part > 0 ? size / part : 0);
	}
	case RECORD_TYPE:
		return add_fields(all, type, offset);
	default:
		return; /* a union may be any of its members */
	}
}

/* Fortran's descriptor of an array is a record that is named after the type. */
static const char *descriptor_of(tree type)
{
	const char *name = TREE_CODE(type) == RECORD_TYPE ? name_of(type) : NULL;
	if (!lang_GNU_Fortran() || !name || !startswith(name, "array"))
		return NULL;
	name += strlen("array");
	while (ISDIGIT(*name))
		name++;
	return *name == '_' ? name + 1 : NULL;
}

/* Describes an object of this type: the element type of an array, and how many elements it has. */
static declared whole(tree type)
{
	declared d;
	d.intrinsic = descriptor_of(type);
	d.bound = d.intrinsic ? 0 : 1;
	while (TREE_CODE(type) == ARRAY_TYPE) {
		HOST_WIDE_INT all = int_size_in_bytes(type);
		HOST_WIDE_INT one = int_size_in_bytes(TREE_TYPE(type));
		d.bound = all > 0 && one > 0 ? d.bound * (all / one) : 0;
		type = TREE_TYPE(type);
	}
	if (!d.intrinsic)
		d.element = type;
	return d;
}

/* Returns the declared type that a pointer points to; the number of elements is unknown. */
static declared behind(tree pointer)
{
	declared d;
	if (!POINTER_TYPE_P(pointer))
		return d;
	tree type = TREE_TYPE(pointer);
	if (VOID_TYPE_P(type) || FUNC_OR_METHOD_TYPE_P(type))
		return d;
	d = whole(type);
	d.bound = 0;
	return d;
}

static bool is_in_union(tree reference)
{
	for (; handled_component_p(reference); reference = TREE_OPERAND(reference, 0))
		if (TREE_CODE(reference) == COMPONENT_REF &&
			TREE_CODE(TREE_TYPE(TREE_OPERAND(reference, 0))) != RECORD_TYPE)
			return true;
	return false;
}

static const char *name_if_of_mpi(tree named)
{
	const char *name = DECL_NAME(named) ? IDENTIFIER_POINTER(DECL_NAME(named)) : "";
	return startswith(name, "mpi") ? name : NULL;
}

/* The name of a constant of MPI, which is a variable in Fortran; NULL for other variables. */
static const char *constant_of_mpi(tree reference)
{
	while (handled_component_p(reference)) {
		if (TREE_CODE(reference) == COMPONENT_REF)
			if (const char *name = name_if_of_mpi(TREE_OPERAND(reference, 1)))
				return name;
		reference = TREE_OPERAND(reference, 0);
	}
	return DECL_P(reference) ? name_if_of_mpi(reference) : NULL;
}

static declared at_address(tree reference)
{
	declared d;
	if (is_in_union(reference) || (lang_GNU_Fortran() && constant_of_mpi(reference)))
		return d;
	/* (*p)[i], *p: as far as the pointer's type goes. */
	d = whole(TREE_TYPE(reference));
	if (TREE_CODE(reference) == ARRAY_REF || TREE_CODE(reference) == ARRAY_RANGE_REF ||
		TREE_CODE(reference) == MEM_REF || TREE_CODE(reference) == INDIRECT_REF)
		d.bound = 0;
	return d;
}

static declared at_pointer(tree pointer, unsigned depth);

/* Whether a byte offset counts whole elements of this size. */
static bool is_multiple(tree offset, HOST_WIDE_INT size)
{
	if (size <= 0)
		return false;
	if (tree_fits_shwi_p(offset))
		return tree_to_shwi(offset) % size == 0;
	if (size == 1)
		return true;
	gimple *from = TREE_CODE(offset) == SSA_NAME ? SSA_NAME_DEF_STMT(offset) : NULL;
	if (!from || !is_gimple_assign(from))
		return false;
	tree second = gimple_assign_rhs2(from);
	switch (gimple_assign_rhs_code(from)) {
	case MULT_EXPR:
		return !tree_fits_shwi_p(second) || tree_to_shwi(second) % size == 0;
	case NEGATE_EXPR:
	case NOP_EXPR:
		return is_multiple(gimple_assign_rhs1(from), size);
	case PLUS_EXPR:
	case MINUS_EXPR:
		return is_multiple(gimple_assign_rhs1(from), size) && is_multiple(second, size);
	default:
		return false;
	}
}

static declared at_sum(tree pointer, tree offset, unsigned depth)
{
	declared d = at_pointer(pointer, depth);
	d.bound = 0;
	if (d.element && !is_multiple(offset, int_size_in_bytes(d.element)))
		d.element = NULL_TREE;
	return d;
}

/* The declaration behind a temporary variable, from the statement that made it. Conversions between
 * pointers are skipped: a pointer counts as its declared type. */
static declared at_temporary(tree pointer, unsigned depth)
{
	gimple *from = SSA_NAME_DEF_STMT(pointer);
	if (gcall *call = dyn_cast<gcall *>(from)) {
		tree callee = gimple_call_fndecl(call);
		if (lang_GNU_Fortran() && callee && gimple_call_num_args(call) > 0 &&
			startswith(IDENTIFIER_POINTER(DECL_NAME(callee)), "_gfortran_internal_"))
			return at_pointer(gimple_call_arg(call, 0), depth);
		return behind(gimple_call_return_type(call));
	}
	if (!is_gimple_assign(from))
		return behind(TREE_TYPE(pointer));
	tree first = gimple_assign_rhs1(from);
	if (gimple_assign_rhs_code(from) == POINTER_PLUS_EXPR)
		return at_sum(first, gimple_assign_rhs2(from), depth);
	if (CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(from)) || gimple_assign_single_p(from))
		return at_pointer(first, depth);
	return behind(TREE_TYPE(pointer));
}

static declared at_pointer(tree pointer, unsigned depth)
{
	declared d;
	if (depth > 16)
		return d;
	if (TREE_CODE(pointer) == ADDR_EXPR)
		return at_address(TREE_OPERAND(pointer, 0));
	if (TREE_CODE(pointer) == SSA_NAME && !SSA_NAME_VAR(pointer))
		return at_temporary(pointer, depth + 1);
	/* The data of a descriptor. */
	if (TREE_CODE(pointer) == COMPONENT_REF)
		d.intrinsic = descriptor_of(TREE_TYPE(TREE_OPERAND(pointer, 0)));
	return d.intrinsic ? d : behind(TREE_TYPE(pointer));
}

/* The scalar of an intrinsic type of Fortran: "real(kind=8)". */
static bool add_intrinsic(leaves *all, const char *name, HOST_WIDE_INT *size)
{
	static const struct {
		const char *name;
		char kind;
	} types[] = {{"real", 'f'}, {"integer", 'i'}, {"logical", 'b'}, {"complex", 'f'}};
	for (const auto &type : types) {
		size_t length = strlen(type.name);
		int kind;
		if (strncmp(name, type.name, length) ||
			sscanf(name + length, "(kind=%d)", &kind) != 1)
			continue;
		HOST_WIDE_INT part = kind == 10 ? 16 : kind;
		bool is_complex = name[0] == 'c';
		*size = is_complex ? 2 * part : part;
		if (*size == 1)
			return false;
		all->add(0, type.kind, part, is_complex ? 2 : 1);
		return true;
	}
	return false;
}

/* Describes the declared type of an argument; NULL if it is unknown. */
static char *describe(unsigned position, tree pointer)
{
	char *text = NULL;
	declared d = at_pointer(pointer, 0);
	leaves all;
	HOST_WIDE_INT size = d.element ? int_size_in_bytes(d.element) : 0;
	const char *name = d.intrinsic ? d.intrinsic : d.element ? name_of(d.element) : NULL;
	if (d.intrinsic)
		add_intrinsic(&all, d.intrinsic, &size);
	else if (d.element && size > 1)
		add_leaves(&all, d.element, 0);
	if (all.used && size > 0)
		text = xasprintf("\t%u %ld %ld %s %s%s", position, (long)d.bound, (long)size,
			all.text,
			d.element && TREE_CODE(d.element) == RECORD_TYPE && lang_GNU_C() ? "struct "
											 : "",
			name ? name : "");
	return text;
}

/* Whether a class of C++ cannot be copied byte by byte, and has pointers. */
static bool owns_pointers(tree type)
{
	leaves all;
	if (TREE_CODE(type) != RECORD_TYPE || !TREE_ADDRESSABLE(type) || !COMPLETE_TYPE_P(type))
		return false;
	add_leaves(&all, type, 0);
	return strstr(all.text, ":p") != NULL;
}

/* A member whose pointers mean nothing in another process, in an object of C++. */
struct owned {
	HOST_WIDE_INT at, size;
	char path[256]; /* such as "shape.name"; "": the object itself, or a base of it */
	const char *type;
};

/* Whether a class is one of the standard library. */
static bool is_of_std(tree type)
{
	for (tree scope = TYPE_CONTEXT(type); scope;
		scope = TYPE_P(scope) ? TYPE_CONTEXT(scope) : DECL_CONTEXT(scope))
		if (TREE_CODE(scope) == NAMESPACE_DECL && DECL_NAME(scope) &&
			!strcmp(IDENTIFIER_POINTER(DECL_NAME(scope)), "std"))
			return true;
	return false;
}

static bool find_owned(owned *found, tree type, HOST_WIDE_INT offset, unsigned depth);

/* Whether a member, or a part of it, is a reference or owns pointers. */
static bool is_owned(owned *found, tree field, HOST_WIDE_INT offset, unsigned depth)
{
	tree type = strip_array_types(TREE_TYPE(field));
	size_t length = strlen(found->path);
	bool named = DECL_NAME(field) != NULL_TREE;
	if (named)
		snprintf(found->path + length, sizeof found->path - length, "%s%s",
			length ? "." : "", IDENTIFIER_POINTER(DECL_NAME(field)));
	if (TREE_CODE(type) == RECORD_TYPE && find_owned(found, type, offset, depth + 1))
		return true;
	found->at = offset;
	found->size = int_size_in_bytes(type);
	found->type = TREE_CODE(type) == REFERENCE_TYPE ? "&" : name_of(type);
	if (named && found->size > 0 && found->type &&
		(TREE_CODE(type) == REFERENCE_TYPE || owns_pointers(type)))
		return true;
	found->path[length] = 0;
	return false;
}

static bool find_owned(owned *found, tree type, HOST_WIDE_INT offset, unsigned depth)
{
	if (depth > 8 || !COMPLETE_TYPE_P(type) || is_of_std(type))
		return false;
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field))
		if (TREE_CODE(field) == FIELD_DECL && !DECL_BIT_FIELD(field) &&
			DECL_FIELD_OFFSET(field) && tree_fits_shwi_p(DECL_FIELD_OFFSET(field)) &&
			is_owned(found, field, offset + int_byte_position(field), depth))
			return true;
	return false;
}

/* The pointers of an object of C++ that cannot be copied byte by byte, or a reference; NULL if
 * there are none. "-": no member with a name has them. */
static char *describe_owned(unsigned position, tree pointer)
{
	tree type = at_pointer(pointer, 0).element;
	owned found = {};
	if (!lang_GNU_CXX() || !type || TREE_CODE(type) != RECORD_TYPE)
		return NULL;
	if (find_owned(&found, type, 0, 0))
		return xasprintf("\t%u owns %ld %ld %s %s", position, (long)found.at,
			(long)found.size, found.path, found.type);
	if (!owns_pointers(type))
		return NULL;
	return xasprintf("\t%u owns 0 %ld - -", position, (long)int_size_in_bytes(type));
}

/* Whether a variable has exactly the bytes declared here, so that no other definition can enlarge
 * it. Variables of COMMON and EQUIVALENCE, and of procedures with contained procedures, are
 * members of variables that the compiler has made. */
static bool is_whole(tree variable)
{
	if (!VAR_P(variable) || !DECL_NAME(variable) || DECL_ARTIFICIAL(variable) ||
		DECL_IGNORED_P(variable) || DECL_HAS_VALUE_EXPR_P(variable))
		return false;
	return !DECL_EXTERNAL(variable) && !DECL_COMMON(variable) && !DECL_WEAK(variable) &&
	       !DECL_SECTION_NAME(variable) &&
	       !lookup_attribute("alias", DECL_ATTRIBUTES(variable));
}

/* The variable that an argument lies in, and its bytes from there on; NULL if that is not known. */
static char *describe_variable(unsigned position, tree pointer)
{
	poly_int64 offset = 0;
	HOST_WIDE_INT from;
	tree variable = TREE_CODE(pointer) == ADDR_EXPR
				? get_addr_base_and_unit_offset(TREE_OPERAND(pointer, 0), &offset)
				: NULL_TREE;
	if (!variable || !is_whole(variable) || constant_of_mpi(variable) ||
		!offset.is_constant(&from) || !DECL_SIZE_UNIT(variable) ||
		!tree_fits_shwi_p(DECL_SIZE_UNIT(variable)))
		return NULL;
	HOST_WIDE_INT size = tree_to_shwi(DECL_SIZE_UNIT(variable));
	if (from < 0 || from >= size)
		return NULL;
	return xasprintf("\t%u of %ld %s", position, (long)(size - from),
		IDENTIFIER_POINTER(DECL_NAME(variable)));
}

/* The variable that Fortran makes for a constant argument, such as a count. */
static bool is_constant(tree argument)
{
	tree variable = TREE_CODE(argument) == ADDR_EXPR ? TREE_OPERAND(argument, 0) : NULL_TREE;
	return variable && DECL_P(variable) &&
	       (TREE_CODE(variable) == CONST_DECL || DECL_ARTIFICIAL(variable) ||
		       TREE_READONLY(variable)) &&
	       INTEGRAL_TYPE_P(TREE_TYPE(variable));
}

/* The name of a constant of MPI, or the bytes of a constant number; NULL for other arguments. */
static char *describe_constant(unsigned position, tree argument)
{
	if (TREE_CODE(argument) == ADDR_EXPR)
		if (const char *name = constant_of_mpi(TREE_OPERAND(argument, 0)))
			return xasprintf("\t%u is %s", position, name);
	HOST_WIDE_INT size =
		is_constant(argument) ? int_size_in_bytes(TREE_TYPE(TREE_OPERAND(argument, 0))) : 0;
	return size > 0 ? xasprintf("\t%u const %ld", position, (long)size) : NULL;
}

/* In C, choice buffers are declared as pointers to void; Fortran's arguments are all addresses. */
static bool is_choice(tree parameter, tree argument)
{
	if (!POINTER_TYPE_P(TREE_TYPE(argument)) || is_constant(argument))
		return false;
	return lang_GNU_Fortran() || !parameter ||
	       (POINTER_TYPE_P(parameter) && VOID_TYPE_P(TREE_TYPE(parameter)));
}

static bool is_struct(tree argument)
{
	return POINTER_TYPE_P(TREE_TYPE(argument)) &&
	       TREE_CODE(strip_array_types(TREE_TYPE(TREE_TYPE(argument)))) == RECORD_TYPE;
}

static void note_call(gcall *call)
{
	tree callee = gimple_call_fndecl(call);
	if (!callee || !DECL_NAME(callee) || !gimple_has_location(call))
		return;
	const char *name = IDENTIFIER_POINTER(DECL_NAME(callee));
	if (strncasecmp(name, "MPI_", 4) && strncasecmp(name, "PMPI_", 5))
		return;
	expanded_location where = expand_location(gimple_location(call));
	if (!where.file)
		return;
	char *entry = xasprintf("%s\t%d\t%s", remap_debug_filename(where.file), where.line, name);
	tree parameter = TYPE_ARG_TYPES(gimple_call_fntype(call));
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree argument = gimple_call_arg(call, i);
		tree type = parameter ? TREE_VALUE(parameter) : NULL_TREE;
		parameter = parameter ? TREE_CHAIN(parameter) : NULL_TREE;
		bool choice = is_choice(type, argument);
		char *text = choice ? describe(i, argument) : NULL;
		/* MPI_Status arguments are not choice buffers, but their variables are described
		 * as well. */
		char *variable =
			choice || is_struct(argument) ? describe_variable(i, argument) : NULL;
		char *owned = text ? describe_owned(i, argument) : NULL;
		entry = reconcat(
			entry, entry, text ? text : "", owned ? owned : "", variable, NULL);
		free(text);
		free(owned);
		free(variable);
		if (char *constant = lang_GNU_Fortran() ? describe_constant(i, argument) : NULL) {
			entry = reconcat(entry, entry, constant, NULL);
			free(constant);
		}
	}
	calls.safe_push(entry);
}

void find_declared(function *fn)
{
	if (debug_info_level < DINFO_LEVEL_TERSE)
		return; /* a report finds calls by their lines */
	basic_block block;
	FOR_EACH_BB_FN(block, fn)
	{
		for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
			if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i)))
				note_call(call);
	}
}

/* Writes the table to section .gomarmot.types, which is not loaded at run time. */
void write_declared()
{
	FILE *out = asm_out_file;
	if (!out || seen_error() || calls.is_empty())
		return;
	fputs("\t.section\t.gomarmot.types,\"\",@progbits\n", out);
	char *unit = concat("unit 1\t", remap_debug_filename(get_src_pwd()), "\t",
		remap_debug_filename(main_input_filename), NULL);
	print_string(out, unit);
	free(unit);
	for (char *entry : calls)
		print_string(out, entry);
	fputs("\t.text\n", out);
}
} // namespace gomarmot
