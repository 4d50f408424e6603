/*
 * If the optimizer has copied an access, for example by unrolling a loop, the copies count as a
 * single place of the program. A place is identified by the return address of the call of the
 * library, so all copies call one function, which calls the library.
 */
#include "pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace gomarmot
{

using Copies = SmallVector<Access *, 4>;
/* All copies share the same location object. */
using Key = std::pair<const DILocation *, std::pair<unsigned, uint64_t>>;

/* Moves the location into another function. */
static DILocation *locationIn(DISubprogram *function, const DILocation *at)
{
	LLVMContext &context = at->getContext();
	if (const DILocation *outer = at->getInlinedAt())
		return DILocation::get(context, at->getLine(), at->getColumn(), at->getScope(),
			locationIn(function, outer));
	return DILocation::get(context, at->getLine(), at->getColumn(), function);
}

/* The suffix of such a function's name, which reports drop. */
static const char *const end = ".gomarmot";

static DISubprogram *described(const DISubprogram *as)
{
	LLVMContext &context = as->getContext();
	StringRef linkage = as->getLinkageName();
	return DISubprogram::getDistinct(context, as->getFile(), (as->getName() + end).str(),
		linkage.empty() ? "" : (linkage + end).str(), as->getFile(), as->getLine(),
		as->getType(), as->getScopeLine(), nullptr, 0, 0, DINode::FlagArtificial,
		DISubprogram::toSPFlags(true, true, true), as->getUnit());
}

static Function *newPlace(Function &of, const Access &first)
{
	Module *module = of.getParent();
	Type *address = Type::getInt8PtrTy(module->getContext());
	FunctionType *type =
		FunctionType::get(Type::getVoidTy(module->getContext()), {address}, false);
	Function *place =
		Function::Create(type, GlobalValue::InternalLinkage, of.getName() + end, module);
	place->addFnAttr(Attribute::NoInline);
	place->addFnAttr(Attribute::Cold);
	if (of.hasFnAttribute(Attribute::UWTable))
		place->addFnAttr(of.getFnAttribute(Attribute::UWTable));
	assume(place);
	place->setSubprogram(described(of.getSubprogram()));
	IRBuilder<> build(BasicBlock::Create(module->getContext(), "", place));
	build.SetCurrentDebugLocation(locationIn(place->getSubprogram(), first.where));
	call(build, first.what, place->getArg(0), build.getInt64(first.size))
		->setTailCallKind(CallInst::TCK_NoTail);
	build.CreateRetVoid();
	return place;
}

void sharePlaces(Found &all, Function &function)
{
	if (!function.getSubprogram())
		return;
	MapVector<Key, Copies> places;
	for (Access &one : all.accesses)
		if (one.where && one.where.getLine() && isTested(one) && !one.lanes)
			places[{one.where.get(), {one.what, one.size}}].push_back(&one);
	for (auto &place : places) {
		if (place.second.size() < 2)
			continue;
		Function *through = newPlace(function, *place.second[0]);
		for (Access *one : place.second)
			one->through = through;
	}
}
} // namespace gomarmot
