/* The inline test and the calls. */
#include "pass.h"

#include "../access.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gomarmot
{

/* The bytes of memory that a table byte stands for. */
static const unsigned cell = 8;
static const unsigned widestLoad = 8;

/* Tells LLVM that the function does not throw, returns, and accesses no memory of the program. */
void assume(Function *function)
{
	function->setDoesNotThrow();
	function->setOnlyAccessesInaccessibleMemory();
	function->addFnAttr(Attribute::WillReturn);
}

static FunctionCallee libraryFunction(Module *module, const char *name, ArrayRef<Type *> parameters)
{
	FunctionType *type =
		FunctionType::get(Type::getVoidTy(module->getContext()), parameters, false);
	FunctionCallee callee = module->getOrInsertFunction(name, type);
	if (auto *function = dyn_cast<Function>(callee.getCallee()))
		assume(function);
	return callee;
}

CallInst *call(IRBuilder<> &build, Kind what, Value *address, Value *size)
{
	const char *name = what == Read    ? "__gomarmot_read"
			   : what == Write ? "__gomarmot_write"
					   : "__gomarmot_update";
	Module *module = build.GetInsertBlock()->getModule();
	Value *pointer = build.CreatePointerCast(address, build.getInt8PtrTy());
	return build.CreateCall(
		libraryFunction(module, name, {build.getInt8PtrTy(), build.getInt64Ty()}),
		{pointer, size});
}

static Value *loadFromTable(IRBuilder<> &build, Kind table, Value *number, unsigned bytes)
{
	uint64_t start = table == Read ? GOMARMOT_READS : GOMARMOT_WRITES;
	Value *place = build.CreateAdd(build.CreateLShr(number, 3), build.getInt64(start));
	Type *type = build.getIntNTy(bytes * 8);
	return build.CreateAlignedLoad(
		type, build.CreateIntToPtr(place, PointerType::getUnqual(type)), Align(1));
}

static Value *loadBits(IRBuilder<> &build, Kind what, Value *number, unsigned bytes)
{
	if (what != Update)
		return loadFromTable(build, what, number, bytes);
	return build.CreateOr(loadFromTable(build, Read, number, bytes),
		loadFromTable(build, Write, number, bytes));
}

static Instruction *insertIf(Value *condition, Instruction *before)
{
	MDNode *rarely = MDBuilder(before->getContext()).createBranchWeights(1, 100000);
	return SplitBlockAndInsertIfThen(condition, before, false, rarely);
}

static Value *isNotZero(IRBuilder<> &build, Value *bits)
{
	return build.CreateICmpNE(bits, ConstantInt::get(bits->getType(), 0));
}

/*
 * Inserts the test of the table; code before the returned instruction runs if a bit is set. Mostly
 * the bits are all 0, so whole table bytes are tested first, and then the bits of the accessed
 * bytes.
 */
static Instruction *insertTest(Instruction *before, DebugLoc where, Kind what, Value *address,
	uint64_t size, uint64_t align)
{
	unsigned first = cell - std::min<uint64_t>(align, cell);
	unsigned cells = (size + first + cell - 1) / cell, width = 1;
	while (width < cells && width < widestLoad)
		width *= 2;
	IRBuilder<> build(before);
	build.SetCurrentDebugLocation(where);
	Value *number = build.CreatePtrToInt(address, build.getInt64Ty());
	Value *bits = loadBits(build, what, number, width);
	if (cells > widestLoad) {
		Value *more =
			loadBits(build, what, build.CreateAdd(number, build.getInt64(size - 1)), 1);
		bits = build.CreateOr(bits, build.CreateZExt(more, bits->getType()));
	}
	Instruction *then = insertIf(isNotZero(build, bits), before);
	if (cells > widestLoad || (first == 0 && width * cell == size))
		return then;
	build.SetInsertPoint(then);
	build.SetCurrentDebugLocation(where);
	Value *shift = build.CreateAnd(number, build.getInt64(cell - 1));
	Value *exact = build.CreateLShr(build.CreateZExt(bits, build.getInt64Ty()), shift);
	exact = build.CreateAnd(exact, build.getInt64(size < 64 ? (1ull << size) - 1 : ~0ull));
	return insertIf(isNotZero(build, exact), then);
}

static Value *moved(IRBuilder<> &build, Value *address, int64_t offset)
{
	Value *pointer = build.CreatePointerCast(address, build.getInt8PtrTy());
	return offset ? build.CreateConstGEP1_64(build.getInt8Ty(), pointer, offset) : pointer;
}

static void callBefore(Instruction *before, const Access &one, Value *address, uint64_t size)
{
	IRBuilder<> build(before);
	build.SetCurrentDebugLocation(one.where);
	if (one.through)
		build.CreateCall(
			one.through, {build.CreatePointerCast(address, build.getInt8PtrTy())});
	else
		call(build, one.what, address, build.getInt64(size));
}

static Value *laneIsSet(IRBuilder<> &build, const Access &one, unsigned lane)
{
	return build.CreateExtractElement(one.mask, build.getInt32(lane));
}

/* Adjacent lanes: a single test for all, then the mask says which are accessed. */
static void emitMasked(const Access &one)
{
	uint64_t lane = one.size / one.lanes;
	Instruction *then = insertTest(one.at, one.where, one.what, one.address, one.size, lane);
	for (unsigned i = 0; i < one.lanes; i++) {
		IRBuilder<> build(then);
		build.SetCurrentDebugLocation(one.where);
		Value *address = moved(build, one.address, i * lane);
		callBefore(insertIf(laneIsSet(build, one, i), then), one, address, lane);
	}
}

/* Gather or scatter: each lane has its own address, which is invalid if the lane's mask bit is
 * clear. */
static void emitGathered(const Access &one)
{
	for (unsigned i = 0; i < one.lanes; i++) {
		uint64_t lane = one.size / one.lanes;
		IRBuilder<> build(one.at);
		build.SetCurrentDebugLocation(one.where);
		Value *address = build.CreateExtractElement(one.address, build.getInt32(i));
		Instruction *then =
			SplitBlockAndInsertIfThen(laneIsSet(build, one, i), one.at, false);
		callBefore(insertTest(then, one.where, one.what, address, lane, lane), one, address,
			lane);
	}
}

bool isTested(const Access &one)
{
	return one.size && one.size <= widestLoad * cell;
}

static void emitAccess(Access one)
{
	if (one.condition)
		one.at = SplitBlockAndInsertIfThen(one.condition, one.at, false);
	if (one.lanes)
		return one.address->getType()->isVectorTy() ? emitGathered(one) : emitMasked(one);
	IRBuilder<> build(one.at);
	build.SetCurrentDebugLocation(one.where);
	Value *address = moved(build, one.address, one.offset);
	if (isTested(one)) {
		callBefore(insertTest(one.at, one.where, one.what, address, one.size, one.align),
			one, address, one.size);
		return;
	}
	Value *size = one.size ? build.getInt64(one.size)
			       : build.CreateZExtOrTrunc(one.length, build.getInt64Ty());
	call(build, one.what, address, size);
}

static void emitAtomic(const Atomic &one)
{
	IRBuilder<> build(one.at);
	FunctionCallee function = libraryFunction(one.at->getModule(), "__gomarmot_atomic",
		{build.getInt8PtrTy(), build.getInt64Ty(), build.getInt32Ty()});
	build.CreateCall(function, {build.CreatePointerCast(one.address, build.getInt8PtrTy()),
					   build.getInt64(one.size), build.getInt32(one.writes)});
}

/* Whether a single test may cover all bytes of the range. If count is not constant, the program
 * tests this at run time. */
static bool mayBeShort(const Range &one)
{
	auto *step = dyn_cast<ConstantInt>(one.step), *count = dyn_cast<ConstantInt>(one.count);
	if (one.length || !step || step->getSExtValue() <= 0 || one.size > widestLoad * cell / 2)
		return false;
	return !count ||
	       (count->getZExtValue() <= 64 &&
		       (count->getZExtValue() - 1) * step->getZExtValue() + one.size <= 57);
}

/* A range of few bytes is tested inline: an inner loop with a few iterations costs no call. */
static void emitRange(const Range &one)
{
	Instruction *before = one.before;
	IRBuilder<> build(before);
	build.SetCurrentDebugLocation(one.where);
	if (mayBeShort(one)) {
		Value *last = build.CreateSub(one.count, build.getInt64(1));
		Value *isLong = build.CreateICmpUGT(
			build.CreateMul(last, one.step), build.getInt64(57 - one.size));
		Value *number = build.CreatePtrToInt(one.address, build.getInt64Ty());
		Value *bits = isNotZero(build, loadBits(build, one.what, number, widestLoad));
		before = insertIf(build.CreateOr(isLong, bits), before);
		build.SetInsertPoint(before);
		build.SetCurrentDebugLocation(one.where);
	}
	FunctionCallee function = libraryFunction(before->getModule(),
		one.what == Read ? "__gomarmot_read_range" : "__gomarmot_write_range",
		{build.getInt8PtrTy(), build.getInt64Ty(), build.getInt64Ty(), build.getInt64Ty()});
	Value *size = one.length ? one.length : build.getInt64(one.size);
	build.CreateCall(function, {one.address, size, one.step, one.count});
}

static void emitFence(Instruction *at)
{
	IRBuilder<> build(at);
	build.CreateCall(libraryFunction(at->getModule(), "__gomarmot_fence", {}), {});
}

void emit(const Found &all)
{
	for (Instruction *one : all.fences)
		emitFence(one);
	for (const Atomic &one : all.atomics)
		emitAtomic(one);
	for (const Range &one : all.ranges)
		emitRange(one);
	for (const Access &one : all.accesses)
		emitAccess(one);
}
} // namespace gomarmot
