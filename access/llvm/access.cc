/* Which bytes an instruction reads and writes. */
#include "pass.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gomarmot
{

/* May MPI or another thread know the address? */
static bool isWatched(Value *address)
{
	if (address->getType()->isPointerTy() && address->getType()->getPointerAddressSpace())
		return false;
	Value *object = getUnderlyingObject(address);
	if (auto *variable = dyn_cast<GlobalVariable>(object))
		return !variable->isConstant() && !variable->isThreadLocal() &&
		       variable->getSection() != ".note.gomarmot";
	if (auto *local = dyn_cast<AllocaInst>(object))
		return PointerMayBeCaptured(local, true, true);
	return true;
}

/* A fence of the language or the processor, also in assembler: mfence, dmb, or an instruction with
 * a lock. */
static bool isFence(const Instruction &instruction)
{
	if (auto *fence = dyn_cast<FenceInst>(&instruction))
		return fence->getSyncScopeID() != SyncScope::SingleThread;
	auto *call = dyn_cast<CallBase>(&instruction);
	if (!call)
		return false;
	if (auto *code = dyn_cast<InlineAsm>(call->getCalledOperand())) {
		StringRef text = code->getAsmString();
		return StringRef(code->getConstraintString()).contains("~{memory}") &&
		       (text.contains("fence") || text.contains("dmb") || text.contains("lock"));
	}
	Function *callee = call->getCalledFunction();
	return isa<IntrinsicInst>(call) && callee && callee->getName().endswith("fence");
}

/* May another rank or thread learn from this that earlier accesses are over? An unknown function
 * may: an MPI call may be in it. */
bool isRelease(const Instruction &instruction)
{
	if (instruction.isAtomic() || isFence(instruction))
		return true;
	auto *call = dyn_cast<CallBase>(&instruction);
	if (!call)
		return false;
	if (isa<IntrinsicInst>(call))
		return false;
	return !(call->onlyReadsMemory() && call->doesNotThrow() &&
		 call->hasFnAttr(Attribute::WillReturn));
}

static Access access(
	Instruction *at, Kind what, Value *address, Type *type, Align align, bool movable)
{
	Access one = {};
	one.at = at;
	one.where = at->getDebugLoc();
	one.what = what;
	one.address = address;
	one.size = at->getModule()->getDataLayout().getTypeStoreSize(type);
	one.align = align.value();
	one.movable = movable;
	return one;
}

/* The optimizer has made both loads of a select unconditional: only the load that the condition
 * selects counts as the program's. */
static bool addSelected(Found &all, LoadInst *load, Access one)
{
	auto *select = load->hasOneUse() ? dyn_cast<SelectInst>(load->user_back()) : nullptr;
	if (!select || select->getParent() != load->getParent() || select->getCondition() == load ||
		load->isVolatile())
		return false;
	for (Instruction *i = load; i != select; i = i->getNextNode())
		if (isRelease(*i))
			return false;
	Value *condition = select->getCondition();
	if (select->getFalseValue() == load)
		condition = IRBuilder<>(select).CreateNot(condition);
	one.at = select;
	one.movable = false;
	if (auto *lanes = dyn_cast<FixedVectorType>(condition->getType())) {
		one.mask = condition;
		one.lanes = lanes->getNumElements();
	} else {
		one.condition = condition;
	}
	all.accesses.push_back(one);
	return true;
}

/* Runs of used lanes of a vector. */
static void addLoad(Found &all, LoadInst *load)
{
	Access whole = access(load, Read, load->getPointerOperand(), load->getType(),
		load->getAlign(), !load->isVolatile());
	auto *vector = dyn_cast<FixedVectorType>(load->getType());
	unsigned count = vector ? vector->getNumElements() : 1;
	if (addSelected(all, load, whole))
		return;
	if (count == 1 || load->isVolatile() || whole.size % count) {
		all.accesses.push_back(whole);
		return;
	}
	uint64_t lane = whole.size / count;
	APInt used = lanesUsed(load);
	for (unsigned from = 0; from < count; from++) {
		unsigned to = from;
		while (to < count && used[to])
			to++;
		if (to == from)
			continue;
		whole.offset = from * lane;
		whole.size = (to - from) * lane;
		all.accesses.push_back(whole);
		from = to;
	}
}

static void addBlock(Found &all, Instruction *at, Kind what, Value *address, Value *length)
{
	if (!isWatched(address))
		return;
	Access one = {};
	one.at = at;
	one.where = at->getDebugLoc();
	one.what = what;
	one.address = address;
	if (auto *constant = dyn_cast<ConstantInt>(length))
		one.size = constant->getZExtValue();
	else
		one.length = length;
	if (one.size || one.length)
		all.accesses.push_back(one);
}

static void addMasked(
	Found &all, CallInst *call, Kind what, Value *address, Value *mask, Type *type)
{
	auto *vector = dyn_cast<FixedVectorType>(type);
	if (!vector)
		return;
	Access one = access(call, what, address, type, Align(1), false);
	one.lanes = vector->getNumElements();
	one.mask = mask;
	one.align = one.size / one.lanes;
	all.accesses.push_back(one);
}

static Value *firstLanes(IRBuilder<> &build, Value *vector, unsigned count)
{
	if (cast<FixedVectorType>(vector->getType())->getNumElements() == count)
		return vector;
	SmallVector<int, 16> lanes;
	for (unsigned i = 0; i < count; i++)
		lanes.push_back(i);
	return build.CreateShuffleVector(vector, lanes);
}

/* A mask of the processor, whose lanes are set where they are negative, as bits. */
static Value *bits(IRBuilder<> &build, Value *mask)
{
	auto *type = cast<FixedVectorType>(mask->getType());
	if (type->getScalarSizeInBits() == 1)
		return mask;
	Type *integers = FixedVectorType::get(
		build.getIntNTy(type->getScalarSizeInBits()), type->getNumElements());
	return build.CreateICmpSLT(
		build.CreateBitCast(mask, integers), Constant::getNullValue(integers));
}

static void addGathered(Found &all, IntrinsicInst *call, Kind what, Value *base, Value *index,
	Value *mask, Type *type)
{
	auto *vector = cast<FixedVectorType>(type);
	unsigned count = std::min(vector->getNumElements(),
		cast<FixedVectorType>(index->getType())->getNumElements());
	if (!mask->getType()->isVectorTy())
		return;
	IRBuilder<> build(call);
	index = build.CreateSExt(
		firstLanes(build, index, count), FixedVectorType::get(build.getInt64Ty(), count));
	Value *scale = build.CreateZExtOrTrunc(call->getArgOperand(4), build.getInt64Ty());
	Value *offset = build.CreateMul(index, build.CreateVectorSplat(count, scale));
	Value *address = build.CreateGEP(
		build.getInt8Ty(), build.CreatePointerCast(base, build.getInt8PtrTy()), offset);
	addMasked(all, call, what, address, firstLanes(build, bits(build, mask), count),
		FixedVectorType::get(vector->getElementType(), count));
}

/* Functions of the processor: llvm.x86. ... */
static void addTarget(Found &all, IntrinsicInst *call)
{
	StringRef name = call->getCalledFunction()->getName();
	auto argument = [&](unsigned i) { return call->getArgOperand(i); };
	IRBuilder<> build(call);
	if (name.contains(".maskload."))
		addMasked(all, call, Read, argument(0), bits(build, argument(1)), call->getType());
	else if (name.contains(".maskstore."))
		addMasked(all, call, Write, argument(0), bits(build, argument(1)),
			argument(2)->getType());
	else if (name.contains("gather") && call->arg_size() == 5 && call->getType()->isVectorTy())
		addGathered(
			all, call, Read, argument(1), argument(2), argument(3), call->getType());
	else if (name.contains("scatter") && call->arg_size() == 5 &&
		 argument(3)->getType()->isVectorTy())
		addGathered(all, call, Write, argument(0), argument(2), argument(1),
			argument(3)->getType());
}

static void addIntrinsic(Found &all, IntrinsicInst *call)
{
	if (auto *transfer = dyn_cast<AnyMemTransferInst>(call)) {
		addBlock(all, call, Read, transfer->getRawSource(), transfer->getLength());
		addBlock(all, call, Write, transfer->getRawDest(), transfer->getLength());
		return;
	}
	if (auto *set = dyn_cast<AnyMemSetInst>(call)) {
		addBlock(all, call, Write, set->getRawDest(), set->getLength());
		return;
	}
	switch (call->getIntrinsicID()) {
	case Intrinsic::masked_load:
		addMasked(all, call, Read, call->getArgOperand(0), call->getArgOperand(2),
			call->getType());
		break;
	case Intrinsic::masked_store:
		addMasked(all, call, Write, call->getArgOperand(1), call->getArgOperand(3),
			call->getArgOperand(0)->getType());
		break;
	case Intrinsic::masked_gather:
		addMasked(all, call, Read, call->getArgOperand(0), call->getArgOperand(2),
			call->getType());
		break;
	case Intrinsic::masked_scatter:
		addMasked(all, call, Write, call->getArgOperand(1), call->getArgOperand(3),
			call->getArgOperand(0)->getType());
		break;
	default:
		if (call->getCalledFunction()->getName().contains(".x86."))
			addTarget(all, call);
	}
}

/* A string's length with its NUL, found before the call. */
static Value *stringSize(CallInst *call, Value *string)
{
	IRBuilder<> build(call);
	FunctionCallee length = call->getModule()->getOrInsertFunction(
		"strlen", build.getInt64Ty(), string->getType());
	return build.CreateAdd(build.CreateCall(length, {string}), build.getInt64(1));
}

/* The functions of C that work on memory, where they are still calls. */
static void addLibraryCall(Found &all, CallInst *call)
{
	Function *callee = call->getCalledFunction();
	if (!callee || !callee->isDeclaration())
		return;
	StringRef name = callee->getName();
	auto argument = [&](unsigned i) { return call->getArgOperand(i); };
	if (call->arg_size() == 3 && (name == "memcmp" || name == "bcmp")) {
		addBlock(all, call, Read, argument(0), argument(2));
		addBlock(all, call, Read, argument(1), argument(2));
	} else if (call->arg_size() >= 3 &&
		   (name == "memcpy" || name == "memmove" || name == "mempcpy" ||
			   name == "__memcpy_chk" || name == "__memmove_chk")) {
		addBlock(all, call, Read, argument(1), argument(2));
		addBlock(all, call, Write, argument(0), argument(2));
	} else if (call->arg_size() >= 3 && (name == "memset" || name == "__memset_chk")) {
		addBlock(all, call, Write, argument(0), argument(2));
	} else if (call->arg_size() == 1 && name == "strlen" && isWatched(argument(0))) {
		addBlock(all, call, Read, argument(0), stringSize(call, argument(0)));
	} else if (call->arg_size() == 2 && (name == "strcpy" || name == "stpcpy")) {
		Value *size = stringSize(call, argument(1));
		addBlock(all, call, Read, argument(1), size);
		addBlock(all, call, Write, argument(0), size);
	}
}

/* Memory operands of inline assembly. */
static void addAsm(Found &all, CallBase *call)
{
	auto *text = cast<InlineAsm>(call->getCalledOperand());
	unsigned argument = 0;
	for (const InlineAsm::ConstraintInfo &constraint : text->ParseConstraints()) {
		if (constraint.Type == InlineAsm::isClobber ||
			(constraint.Type == InlineAsm::isOutput && !constraint.isIndirect))
			continue;
		unsigned i = argument++;
		if (constraint.isIndirect &&
			!call->getParamAttr(i, Attribute::ElementType).isValid())
			continue;
		Type *type =
			constraint.isIndirect
				? call->getParamAttr(i, Attribute::ElementType).getValueAsType()
				: nullptr;
		if (type && isWatched(call->getArgOperand(i)))
			all.accesses.push_back(
				access(call, constraint.Type == InlineAsm::isOutput ? Write : Read,
					call->getArgOperand(i), type, Align(1), false));
	}
}

/* Structures that are passed by value are read by the caller. */
static void addArguments(Found &all, CallBase *call)
{
	for (unsigned i = 0; i < call->arg_size(); i++)
		if (call->isByValArgument(i) && isWatched(call->getArgOperand(i)))
			all.accesses.push_back(access(call, Read, call->getArgOperand(i),
				call->getParamByValType(i), Align(1), false));
}

static void addAtomic(Found &all, Instruction *at, Value *address, Type *type, bool writes)
{
	if (isWatched(address))
		all.atomics.push_back({at, address,
			at->getModule()->getDataLayout().getTypeStoreSize(type), writes});
}

static void addInstruction(Found &all, Instruction *at)
{
	if (isFence(*at))
		all.fences.push_back(at);
	if (auto *load = dyn_cast<LoadInst>(at)) {
		if (load->isAtomic())
			addAtomic(all, at, load->getPointerOperand(), load->getType(), false);
		else if (isWatched(load->getPointerOperand()))
			addLoad(all, load);
	} else if (auto *store = dyn_cast<StoreInst>(at)) {
		if (store->isAtomic())
			addAtomic(all, at, store->getPointerOperand(),
				store->getValueOperand()->getType(), true);
		else if (isWatched(store->getPointerOperand()))
			all.accesses.push_back(access(at, Write, store->getPointerOperand(),
				store->getValueOperand()->getType(), store->getAlign(),
				!store->isVolatile()));
	} else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(at)) {
		addAtomic(all, at, exchange->getPointerOperand(),
			exchange->getCompareOperand()->getType(), true);
	} else if (auto *update = dyn_cast<AtomicRMWInst>(at)) {
		addAtomic(all, at, update->getPointerOperand(), update->getValOperand()->getType(),
			true);
	} else if (auto *call = dyn_cast<CallBase>(at)) {
		if (auto *intrinsic = dyn_cast<IntrinsicInst>(call))
			return addIntrinsic(all, intrinsic);
		addArguments(all, call);
		if (call->isInlineAsm())
			addAsm(all, call);
		else if (auto *plain = dyn_cast<CallInst>(call))
			addLibraryCall(all, plain);
	}
}

bool isOnSameLine(const Access &a, const Access &b)
{
	return (!a.where && !b.where) ||
	       (a.where && b.where && a.where.getLine() == b.where.getLine());
}

Found findAccesses(Function &function)
{
	Found all;
	SmallVector<Instruction *, 128> instructions;
	for (BasicBlock &block : function)
		for (Instruction &instruction : block)
			instructions.push_back(&instruction);
	for (Instruction *instruction : instructions)
		addInstruction(all, instruction);
	return all;
}
} // namespace gomarmot
