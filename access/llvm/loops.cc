/*
 * Accesses of a loop that are known before it begins: a call for the range is put there, and no
 * test into the loop.
 *
 * A range claims no byte that the loop does not access. So the access must be made in each
 * iteration, the number of iterations be known, and nothing in the loop may be a release: behind it
 * the same access counts anew.
 */
#include "pass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gomarmot
{

/* Loops of so few iterations keep the tests inside, unless all their bytes are tested at once. */
static const unsigned few = 8;

struct Candidate {
	Loop *loop;
	const SCEV *start, *step, *count;
	const Access *access;
	int64_t offset;
	uint64_t size;
	bool gone = false;
};

static bool hasRelease(Loop *loop)
{
	for (BasicBlock *block : loop->blocks())
		for (Instruction &instruction : *block)
			if (isRelease(instruction))
				return true;
	return false;
}

static bool isUsable(Loop *loop, ScalarEvolution &evolution)
{
	return loop->getLoopPreheader() && loop->getLoopLatch() && loop->getExitingBlock() &&
	       !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(loop)) &&
	       !hasRelease(loop);
}

static bool canExpand(
	const SCEV *value, Instruction *at, SCEVExpander &expander, ScalarEvolution &evolution)
{
#if LLVM_VERSION_MAJOR >= 16
	(void)evolution;
	return expander.isSafeToExpandAt(value, at);
#else
	(void)expander;
	return isSafeToExpandAt(value, at, evolution);
#endif
}

/* How often the block is run, or nothing if not once in each iteration. */
static const SCEV *countOf(Loop *loop, BasicBlock *block, Analyses known)
{
	ScalarEvolution &evolution = known.evolution;
	Type *word = Type::getInt64Ty(block->getContext());
	const SCEV *taken =
		evolution.getTruncateOrZeroExtend(evolution.getBackedgeTakenCount(loop), word);
	BasicBlock *exiting = loop->getExitingBlock();
	if (known.dominators.dominates(block, exiting))
		return evolution.getAddExpr(taken, evolution.getOne(word));
	if (known.dominators.dominates(block, loop->getLoopLatch()) &&
		known.dominators.dominates(exiting, block))
		return taken;
	return nullptr;
}

static bool find(
	const Access &access, Loop *loop, Analyses known, SCEVExpander &expander, Candidate *result)
{
	ScalarEvolution &evolution = known.evolution;
	const SCEV *count = countOf(loop, access.at->getParent(), known);
	const SCEV *address = evolution.getSCEV(access.address);
	if (!count)
		return false;
	const SCEV *start = nullptr, *step = nullptr;
	if (auto *affine = dyn_cast<SCEVAddRecExpr>(address)) {
		if (affine->getLoop() != loop || !affine->isAffine())
			return false;
		start = affine->getStart();
		step = affine->getStepRecurrence(evolution);
	} else if (evolution.isLoopInvariant(address, loop)) {
		start = address;
		step = evolution.getZero(Type::getInt64Ty(access.at->getContext()));
	} else {
		return false;
	}
	Instruction *before = loop->getLoopPreheader()->getTerminator();
	for (const SCEV *value : {start, step, count})
		if (!evolution.isLoopInvariant(value, loop) ||
			!canExpand(value, before, expander, evolution))
			return false;
	*result = {loop, start, step, count, &access, access.offset, access.size};
	return true;
}

/* Is the loop so short that a call before it costs more than tests in it? */
static bool isBetterInside(const Candidate &one)
{
	auto *count = dyn_cast<SCEVConstant>(one.count);
	auto *step = dyn_cast<SCEVConstant>(one.step);
	if (!count || !step || count->getAPInt().ugt(few) || step->isZero())
		return false;
	int64_t distance = step->getAPInt().getSExtValue();
	return distance < 0 || (count->getAPInt().getZExtValue() - 1) * distance + one.size > 57;
}

static bool isOnLine(const Access &a, const Access &b)
{
	return (!a.where && !b.where) ||
	       (a.where && b.where && a.where.getLine() == b.where.getLine());
}

/* Takes b into a, where the bytes of both are those of one range, and the finding would name the
 * same line. */
static bool join(Candidate *a, const Candidate &b, ScalarEvolution &evolution)
{
	if (a->gone || b.gone || a->loop != b.loop || a->access->what != b.access->what ||
		a->step != b.step || a->count != b.count)
		return false;
	auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(b.start, a->start));
	if (!distance)
		return false;
	int64_t from = distance->getAPInt().getSExtValue() + b.offset, end = from + (int64_t)b.size;
	int64_t ownEnd = a->offset + (int64_t)a->size;
	if (from >= a->offset && end <= ownEnd)
		return true;
	if (!isOnLine(*a->access, *b.access) || from > ownEnd || a->offset > end)
		return false;
	a->offset = std::min(a->offset, from);
	a->size = std::max(end, ownEnd) - a->offset;
	return true;
}

static void joinAll(MutableArrayRef<Candidate> list, ScalarEvolution &evolution)
{
	for (bool again = true; again;) {
		again = false;
		for (Candidate &a : list)
			for (Candidate &b : list)
				if (&a != &b && join(&a, b, evolution))
					again = b.gone = true;
	}
}

/* The code that computes the range, before the loop. */
static void expand(
	const Candidate &one, SCEVExpander &expander, Found &all, SmallVectorImpl<Access> &rest)
{
	Instruction *before = one.loop->getLoopPreheader()->getTerminator();
	Type *word = Type::getInt64Ty(before->getContext());
	IRBuilder<> build(before);
	Value *address = expander.expandCodeFor(one.start, build.getInt8PtrTy(), before);
	if (one.step->isZero() && !one.count->isZero()) {
		Access moved = *one.access;
		moved.at = before;
		moved.address = address;
		moved.offset = one.offset;
		moved.size = one.size;
		moved.align = 1;
		rest.push_back(moved);
		return;
	}
	Value *step = build.CreateSExtOrTrunc(
		expander.expandCodeFor(one.step, one.step->getType(), before), word);
	Value *count = expander.expandCodeFor(one.count, word, before);
	address = build.CreateConstGEP1_64(build.getInt8Ty(), address, one.offset);
	all.ranges.push_back(
		{before, one.access->where, one.access->what, address, one.size, step, count});
}

/* How many accesses have left the list. */
unsigned hoist(Found &all, Analyses known)
{
	Function *function = all.accesses.empty() ? nullptr : all.accesses[0].at->getFunction();
	if (!function)
		return 0;
	SCEVExpander expander(known.evolution, function->getParent()->getDataLayout(), "gomarmot");
	DenseMap<Loop *, bool> usable;
	SmallVector<Candidate, 16> candidates;
	SmallVector<Access, 32> rest;
	for (const Access &access : all.accesses) {
		Loop *loop = known.loops.getLoopFor(access.at->getParent());
		if (loop && !usable.count(loop))
			usable[loop] = isUsable(loop, known.evolution);
		Candidate candidate;
		if (access.movable && loop && usable[loop] &&
			find(access, loop, known, expander, &candidate) &&
			!isBetterInside(candidate))
			candidates.push_back(candidate);
		else
			rest.push_back(access);
	}
	joinAll(candidates, known.evolution);
	for (const Candidate &one : candidates)
		if (!one.gone)
			expand(one, expander, all, rest);
	all.accesses = std::move(rest);
	return candidates.size();
}
} // namespace gomarmot
