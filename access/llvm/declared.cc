/* The types that the program has declared for the buffers it passes to MPI: a table in the object,
 * for the report. It comes from the debug information, before any optimization; the code stays as
 * it is. */
#include "pass.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gomarmot
{

/* More members of a struct than these are not described. */
static const unsigned mostLeaves = 64;

/* The elements at an address, and their type; none if that is not known. */
struct Declared {
	const DIType *element = nullptr;
	/* How many: 0 where that is not known, as behind a pointer. */
	uint64_t bound = 0;
};

static uint64_t sizeOf(const DIType *type);

/* Without qualifiers and other names. */
static const DIType *plain(const DIType *type)
{
	while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
		switch (derived->getTag()) {
		case dwarf::DW_TAG_typedef:
		case dwarf::DW_TAG_const_type:
		case dwarf::DW_TAG_volatile_type:
		case dwarf::DW_TAG_restrict_type:
		case dwarf::DW_TAG_atomic_type:
			type = derived->getBaseType();
			break;
		default:
			return type;
		}
	}
	return type;
}

static const DICompositeType *arrayOf(const DIType *type)
{
	auto *array = dyn_cast_or_null<DICompositeType>(plain(type));
	return array && array->getTag() == dwarf::DW_TAG_array_type ? array : nullptr;
}

/* Returns the number of elements of an array; 0 if it is not constant. */
static uint64_t countOf(const DICompositeType *array)
{
	uint64_t count = 1;
	for (DINode *part : array->getElements()) {
		auto *range = dyn_cast<DISubrange>(part);
		auto *constant = range ? range->getCount().dyn_cast<ConstantInt *>() : nullptr;
		count *= constant && constant->getSExtValue() > 0 ? constant->getZExtValue() : 0;
	}
	return count;
}

/* Describes an object of this type: the element type of an array, and how many elements it has. */
static Declared whole(const DIType *type)
{
	Declared d = {type, 1};
	while (const DICompositeType *array = arrayOf(d.element)) {
		d.bound *= countOf(array);
		d.element = array->getBaseType();
	}
	return d;
}

static bool isPointer(const DIType *type)
{
	switch (type ? type->getTag() : 0) {
	case dwarf::DW_TAG_pointer_type:
	case dwarf::DW_TAG_reference_type:
	case dwarf::DW_TAG_rvalue_reference_type:
		return true;
	default:
		return false;
	}
}

/* Returns the declared type that a pointer points to; the number of elements is unknown. */
static Declared behind(const DIType *type)
{
	type = plain(type);
	if (!isPointer(type))
		return {};
	Declared d = whole(cast<DIDerivedType>(type)->getBaseType());
	d.bound = 0;
	return d;
}

static uint64_t sizeOf(const DIType *type)
{
	type = plain(type);
	return type ? type->getSizeInBits() / 8 : 0;
}

/* The members of a struct or class, and its bases. */
static bool isMember(const DINode *node, const DIDerivedType *&member)
{
	member = dyn_cast<DIDerivedType>(node);
	return member && !member->isBitField() && !member->isStaticMember() &&
	       (member->getTag() == dwarf::DW_TAG_member ||
		       member->getTag() == dwarf::DW_TAG_inheritance) &&
	       !(member->getFlags() & DINode::FlagVirtual) && member->getBaseType();
}

static bool isRecord(const DIType *type)
{
	return type && (type->getTag() == dwarf::DW_TAG_structure_type ||
			       type->getTag() == dwarf::DW_TAG_class_type);
}

static Declared memberAt(Declared d, uint64_t offset)
{
	auto *record = dyn_cast_or_null<DICompositeType>(plain(d.element));
	if (!isRecord(record))
		return {};
	for (DINode *node : record->getElements()) {
		const DIDerivedType *member;
		if (isMember(node, member) && member->getOffsetInBits() == 8 * offset &&
			sizeOf(member->getBaseType()) > 1)
			return whole(member->getBaseType());
	}
	return {};
}

static Declared at(const Value *pointer, unsigned depth);

/* Elements of an array, members of a struct: clang's code for [], -> and . */
static Declared atElement(const GEPOperator *address, const DataLayout &layout, unsigned depth)
{
	Declared d = at(address->getPointerOperand(), depth);
	bool first = true;
	for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end && d.element;
		++i) {
		auto *index = dyn_cast<ConstantInt>(i.getOperand());
		if (StructType *record = i.getStructTypeOrNull()) {
			unsigned field = index ? index->getZExtValue() : 0;
			d = memberAt(d, layout.getStructLayout(record)->getElementOffset(field));
		} else if (!index || !index->isZero()) {
			d.bound = 0;
			uint64_t size = sizeOf(d.element);
			uint64_t step = layout.getTypeAllocSize(i.getIndexedType()).getFixedValue();
			if (first && (!size || step % size))
				return {};
		}
		first = false;
	}
	return d;
}

static const DIType *variableAt(const Value *pointer)
{
	if (auto *global = dyn_cast<GlobalVariable>(pointer)) {
		SmallVector<DIGlobalVariableExpression *, 1> all;
		global->getDebugInfo(all);
		if (all.size() == 1 && all[0]->getExpression()->getNumElements() == 0)
			return all[0]->getVariable()->getType();
		return nullptr;
	}
	for (const auto *declare : FindDbgDeclareUses(const_cast<Value *>(pointer)))
		if (declare->getExpression()->getNumElements() == 0)
			return declare->getVariable()->getType();
	return nullptr;
}

static Declared at(const Value *pointer, unsigned depth)
{
	while (isa<BitCastOperator>(pointer) || isa<AddrSpaceCastOperator>(pointer))
		pointer = cast<Operator>(pointer)->getOperand(0);
	if (depth > 16)
		return {};
	if (const DIType *type = variableAt(pointer))
		return whole(type);
	if (auto *load = dyn_cast<LoadInst>(pointer)) {
		Declared from = at(load->getPointerOperand(), depth + 1);
		return from.element ? behind(from.element) : Declared();
	}
	if (auto *address = dyn_cast<GEPOperator>(pointer)) {
		const Module *module = nullptr;
		if (auto *instruction = dyn_cast<Instruction>(address))
			module = instruction->getModule();
		else if (auto *global = dyn_cast<GlobalVariable>(address->getPointerOperand()))
			module = global->getParent();
		return module ? atElement(address, module->getDataLayout(), depth + 1) : Declared();
	}
	if (auto *call = dyn_cast<CallBase>(pointer)) {
		const Function *callee = call->getCalledFunction();
		const DISubprogram *known = callee ? callee->getSubprogram() : nullptr;
		if (known && known->getType() && known->getType()->getTypeArray().size() > 0)
			return behind(known->getType()->getTypeArray()[0]);
	}
	return {};
}

/* The scalars of a type, as "offset:kind size x count,". Bytes without an entry may be anything. */
struct Leaves {
	std::string text;
	unsigned count = 0;

	void add(uint64_t offset, char kind, uint64_t size, uint64_t times)
	{
		if (count++ < mostLeaves)
			(raw_string_ostream(text) << (text.empty() ? "" : ",") << offset << ':'
						  << kind << size << 'x' << times)
				.flush();
	}
};

/* kind 0: not a scalar. parts: of a complex number. */
static char scalarKind(const DIType *type, uint64_t &parts)
{
	parts = 1;
	if (isPointer(type))
		return 'p';
	if (type->getTag() == dwarf::DW_TAG_enumeration_type)
		return sizeOf(type) == 1 ? 'c' : 'n';
	auto *basic = dyn_cast<DIBasicType>(type);
	switch (basic ? basic->getEncoding() : 0) {
	case dwarf::DW_ATE_boolean:
		return 'b';
	case dwarf::DW_ATE_complex_float:
		parts = 2;
		return 'f';
	case dwarf::DW_ATE_float:
		return 'f';
	case dwarf::DW_ATE_signed:
	case dwarf::DW_ATE_signed_char:
		return sizeOf(type) == 1 ? 'c' : 'i';
	case dwarf::DW_ATE_unsigned:
	case dwarf::DW_ATE_unsigned_char:
	case dwarf::DW_ATE_UTF:
		return sizeOf(type) == 1 ? 'c' : 'u';
	default:
		return 0;
	}
}

static void addLeaves(Leaves &all, const DIType *type, uint64_t offset, uint64_t count)
{
	type = plain(type);
	uint64_t size = sizeOf(type), parts;
	if (!type || !size || all.count > mostLeaves)
		return;
	if (char kind = scalarKind(type, parts))
		return all.add(offset, kind, size / parts, count * parts);
	auto *composite = dyn_cast<DICompositeType>(type);
	if (!composite)
		return;
	for (uint64_t i = 0; i < count && all.count <= mostLeaves; i++, offset += size) {
		if (const DICompositeType *array = arrayOf(type)) {
			addLeaves(all, array->getBaseType(), offset, countOf(array));
			continue;
		}
		if (!isRecord(type))
			return; /* a union may be any of its members */
		for (DINode *node : composite->getElements()) {
			const DIDerivedType *member;
			if (isMember(node, member))
				addLeaves(all, member->getBaseType(),
					offset + member->getOffsetInBits() / 8, 1);
		}
	}
}

static void describe(raw_ostream &out, unsigned position, const Value *pointer, bool isC)
{
	Declared d = at(pointer, 0);
	if (!d.element || sizeOf(d.element) < 2)
		return;
	Leaves all;
	addLeaves(all, d.element, 0, 1);
	if (all.text.empty())
		return;
	bool tag = isC && isRecord(d.element);
	const DIType *named = d.element;
	/* A typedef in a class, such as value_type, says less than its underlying type. */
	while (named && isa<DIDerivedType>(named) && !isPointer(named) &&
		(named->getName().empty() || isa_and_nonnull<DICompositeType>(named->getScope())))
		named = cast<DIDerivedType>(named)->getBaseType();
	out << '\t' << position << ' ' << d.bound << ' ' << sizeOf(d.element) << ' ' << all.text
	    << ' ' << (tag ? "struct " : "") << (named ? named->getName() : "");
}

/* Whether a class of C++ cannot be copied byte by byte, and has pointers. */
static bool ownsPointers(const DIType *type)
{
	if (!isRecord(type) || !(type->getFlags() & DINode::FlagTypePassByReference))
		return false;
	Leaves all;
	addLeaves(all, type, 0, 1);
	return all.text.find(":p") != std::string::npos;
}

/* A member whose pointers mean nothing in another process, in an object of C++. */
struct Owned {
	uint64_t at = 0, size = 0;
	std::string path; /* such as "shape.name" */
	StringRef type;
};

/* Whether a class is one of the standard library. */
static bool isOfStd(const DIType *type)
{
	for (const DIScope *scope = type->getScope(); scope; scope = scope->getScope())
		if (isa<DINamespace>(scope) && scope->getName() == "std")
			return true;
	return false;
}

static bool isReference(const DIType *type)
{
	return isPointer(type) && type->getTag() != dwarf::DW_TAG_pointer_type;
}

/* Finds a member that is a reference or owns pointers, or a part of it. */
static bool findOwned(
	Owned &found, const DIType *type, uint64_t offset, const std::string &path, unsigned depth)
{
	auto *record = dyn_cast_or_null<DICompositeType>(type);
	if (depth > 8 || !isRecord(record) || isOfStd(record))
		return false;
	for (DINode *node : record->getElements()) {
		const DIDerivedType *member;
		if (!isMember(node, member))
			continue;
		bool named = member->getTag() == dwarf::DW_TAG_member && !member->getName().empty();
		std::string name = path;
		if (named)
			name += (path.empty() ? "" : ".") + member->getName().str();
		const DIType *of = plain(whole(member->getBaseType()).element);
		uint64_t at = offset + member->getOffsetInBits() / 8;
		if (findOwned(found, of, at, name, depth + 1))
			return true;
		if (!named || !of ||
			!(isReference(of) || (ownsPointers(of) && !of->getName().empty())))
			continue;
		found = {at, sizeOf(of), name,
			isReference(of) ? StringRef("&") : of->getName().split('<').first};
		return true;
	}
	return false;
}

/* The pointers of an object of C++ that cannot be copied byte by byte, or a reference. "-": no
 * member with a name has them. */
static void describeOwned(raw_ostream &out, unsigned position, const Value *pointer)
{
	const DIType *type = plain(at(pointer, 0).element);
	Owned found;
	if (findOwned(found, type, 0, "", 0))
		out << '\t' << position << " owns " << found.at << ' ' << found.size << ' '
		    << found.path << ' ' << found.type;
	else if (ownsPointers(type))
		out << '\t' << position << " owns 0 " << sizeOf(type) << " - -";
}

/* The variable of the program that is there; no parameter, which may be a copy. */
static const DIVariable *wholeVariable(const Value *base)
{
	if (auto *global = dyn_cast<GlobalVariable>(base)) {
		SmallVector<DIGlobalVariableExpression *, 1> all;
		global->getDebugInfo(all);
		if (all.size() != 1 || all[0]->getExpression()->getNumElements() > 0 ||
			!global->hasInitializer() || global->hasSection() ||
			!(global->hasExternalLinkage() || global->hasLocalLinkage()))
			return nullptr;
		return all[0]->getVariable();
	}
	if (isa<AllocaInst>(base))
		for (const auto *declare : FindDbgDeclareUses(const_cast<Value *>(base)))
			if (declare->getExpression()->getNumElements() == 0 &&
				!declare->getVariable()->isParameter() &&
				!declare->getVariable()->isArtificial())
				return declare->getVariable();
	return nullptr;
}

static uint64_t bytesOf(const Value *base, const DataLayout &layout)
{
	if (auto *global = dyn_cast<GlobalVariable>(base))
		return layout.getTypeAllocSize(global->getValueType()).getFixedValue();
	auto *local = cast<AllocaInst>(base);
	return local->isStaticAlloca() && !local->isArrayAllocation()
		       ? layout.getTypeAllocSize(local->getAllocatedType()).getFixedValue()
		       : 0;
}

/* The variable that an argument lies in, and its bytes from there on. */
static void describeVariable(
	raw_ostream &out, unsigned position, const Value *pointer, const DataLayout &layout)
{
	APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
	const Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
	const DIVariable *variable = wholeVariable(base);
	if (!variable || variable->getName().empty())
		return;
	uint64_t size = bytesOf(base, layout);
	if (size != sizeOf(variable->getType()) || offset.isNegative() || offset.uge(size))
		return;
	out << '\t' << position << " of " << size - offset.getZExtValue() << ' '
	    << variable->getName();
}

static bool isOfMPI(StringRef name)
{
	return name.startswith("MPI_") || name.startswith("PMPI_");
}

static void writeString(raw_ostream &out, StringRef text)
{
	out << "\t.string \"";
	for (char c : text) {
		if (c == '"' || c == '\\')
			out << '\\';
		out << c;
	}
	out << "\"\n";
}

static bool noteCall(raw_ostream &out, const CallBase &call, const DICompileUnit &unit, bool isC)
{
	const Function *callee = call.getCalledFunction();
	const DebugLoc &where = call.getDebugLoc();
	if (!callee || !isOfMPI(callee->getName()) || !where)
		return false;
	std::string entry;
	raw_string_ostream text(entry);
	const DIFile *file = where->getScope()->getFile();
	const DataLayout &layout = call.getModule()->getDataLayout();
	if (file->getDirectory() != unit.getDirectory() &&
		!sys::path::is_absolute(file->getFilename()))
		text << file->getDirectory() << '/';
	text << file->getFilename() << '\t' << where.getLine() << '\t' << callee->getName();
	for (unsigned i = 0; i < call.arg_size(); i++)
		if (call.getArgOperand(i)->getType()->isPointerTy()) {
			describe(text, i, call.getArgOperand(i), isC);
			describeOwned(text, i, call.getArgOperand(i));
			describeVariable(text, i, call.getArgOperand(i), layout);
		}
	writeString(out, text.str());
	return true;
}

/* Writes the table to section .gomarmot.types, which is not loaded at run time. A report finds
 * calls by their lines: without debug information there is nothing to write. */
void addDeclared(Module &module)
{
	if (module.debug_compile_units_begin() == module.debug_compile_units_end())
		return;
	const DICompileUnit &unit = **module.debug_compile_units_begin();
	bool isC = unit.getSourceLanguage() == dwarf::DW_LANG_C99 ||
		   unit.getSourceLanguage() == dwarf::DW_LANG_C11 ||
		   unit.getSourceLanguage() == dwarf::DW_LANG_C89 ||
		   unit.getSourceLanguage() == dwarf::DW_LANG_C;
	std::string table;
	raw_string_ostream out(table);
	out << "\t.section .gomarmot.types,\"\",@progbits\n";
	writeString(out, ("unit 1\t" + unit.getDirectory() + "\t" + unit.getFilename()).str());
	bool any = false;
	for (const Function &function : module)
		for (const BasicBlock &block : function)
			for (const Instruction &instruction : block)
				if (auto *call = dyn_cast<CallBase>(&instruction))
					any |= noteCall(out, *call, unit, isC);
	out << "\t.text\n";
	if (any)
		module.appendModuleInlineAsm(out.str());
}
} // namespace gomarmot
