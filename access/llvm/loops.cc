/*
 * Accesses of a loop that are known before it begins: a call for the range is put there, and no
 * test into the loop.
 *
 * A range claims no byte that the loop does not access. So the access must be made in each
 * iteration, the number of iterations be known, and nothing in the loop may be a release: behind it
 * the same access counts anew.
 *
 * A range of an inner loop without gaps is an access of the loop around it: a matrix is a single
 * range.
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
	/* The access is made in each iteration; otherwise in all but the last. */
	bool all;
	/* The size, if it is known only when the program runs; size is then 0. */
	const SCEV *length = nullptr;
	/* Index of the candidate that this candidate was merged into; -1: none. */
	int into = -1;
	/* A call before the loop replaces the tests inside the loop. */
	bool outside = false;
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

/* How often the block is run, or nothing if not once in each iteration. all: also in the last
 * iteration. */
static const SCEV *countOf(Loop *loop, BasicBlock *block, Analyses known, bool *all)
{
	ScalarEvolution &evolution = known.evolution;
	Type *word = Type::getInt64Ty(block->getContext());
	const SCEV *taken =
		evolution.getTruncateOrZeroExtend(evolution.getBackedgeTakenCount(loop), word);
	BasicBlock *exiting = loop->getExitingBlock();
	*all = known.dominators.dominates(block, exiting);
	if (*all)
		return evolution.getAddExpr(taken, evolution.getOne(word));
	if (known.dominators.dominates(block, loop->getLoopLatch()) &&
		known.dominators.dominates(exiting, block))
		return taken;
	return nullptr;
}

/* The address of an access in the block, as a range of the loop. */
static bool findIn(Loop *loop, BasicBlock *block, const SCEV *address, Analyses known,
	SCEVExpander &expander, Candidate *result)
{
	ScalarEvolution &evolution = known.evolution;
	result->loop = loop;
	result->count = countOf(loop, block, known, &result->all);
	if (!result->count)
		return false;
	if (auto *affine = dyn_cast<SCEVAddRecExpr>(address)) {
		if (affine->getLoop() != loop || !affine->isAffine())
			return false;
		result->start = affine->getStart();
		result->step = affine->getStepRecurrence(evolution);
	} else if (evolution.isLoopInvariant(address, loop)) {
		result->start = address;
		result->step = evolution.getZero(Type::getInt64Ty(block->getContext()));
	} else {
		return false;
	}
	Instruction *before = loop->getLoopPreheader()->getTerminator();
	for (const SCEV *value : {result->start, result->step, result->count, result->length})
		if (value && (!evolution.isLoopInvariant(value, loop) ||
				     !canExpand(value, before, expander, evolution)))
			return false;
	return true;
}

static bool find(
	const Access &access, Loop *loop, Analyses known, SCEVExpander &expander, Candidate *result)
{
	*result = {};
	result->access = &access;
	result->offset = access.offset;
	result->size = access.size;
	return findIn(loop, access.at->getParent(), known.evolution.getSCEV(access.address), known,
		expander, result);
}

/* Replaces a range without gaps by a single element that covers all of its bytes. */
static bool unite(Candidate *one, ScalarEvolution &evolution)
{
	auto *step = dyn_cast<SCEVConstant>(one->step), *count = dyn_cast<SCEVConstant>(one->count);
	if (!one->all || !step)
		return false;
	if (step->isZero() || one->count->isOne())
		return true;
	int64_t distance = step->getAPInt().getSExtValue();
	if (one->length || !one->size || distance < 0 || (uint64_t)distance > one->size)
		return false;
	if (count) {
		if (count->getAPInt().ugt(INT32_MAX / one->size))
			return false;
		one->size += (count->getAPInt().getZExtValue() - 1) * distance;
		return true;
	}
	Type *word = one->count->getType();
	const SCEV *last = evolution.getMinusSCEV(one->count, evolution.getOne(word));
	one->length = evolution.getAddExpr(
		evolution.getMulExpr(last, evolution.getConstant(word, distance)),
		evolution.getConstant(word, one->size));
	one->size = 0;
	return true;
}

/* Moves the candidate to the enclosing loop, if its bytes form a range there. */
static bool lift(
	Candidate *one, DenseMap<Loop *, bool> &usable, Analyses known, SCEVExpander &expander)
{
	Loop *outer = one->loop->getParentLoop();
	if (outer && !usable.count(outer))
		usable[outer] = isUsable(outer, known.evolution);
	Candidate lifted = *one;
	if (!outer || !usable[outer] || !unite(&lifted, known.evolution) ||
		!findIn(outer, one->loop->getLoopPreheader(), one->start, known, expander, &lifted))
		return false;
	*one = lifted;
	return true;
}

/* Is the loop so short that a call before it costs more than tests in it? */
static bool isBetterInside(const Candidate &one)
{
	auto *count = dyn_cast<SCEVConstant>(one.count);
	auto *step = dyn_cast<SCEVConstant>(one.step);
	if (one.length || !count || !step || count->getAPInt().ugt(few) || step->isZero())
		return false;
	int64_t distance = step->getAPInt().getSExtValue();
	return distance < 0 || (count->getAPInt().getZExtValue() - 1) * distance + one.size > 57;
}

/* Merges b into a if their bytes form a single range and their lines are the same. */
static bool join(Candidate *a, const Candidate &b, ScalarEvolution &evolution)
{
	if (a->into >= 0 || b.into >= 0 || a->loop != b.loop || a->access->what != b.access->what ||
		a->step != b.step || a->count != b.count)
		return false;
	auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(b.start, a->start));
	if (!distance)
		return false;
	int64_t from = distance->getAPInt().getSExtValue() + b.offset, end = from + (int64_t)b.size;
	int64_t ownEnd = a->offset + (int64_t)a->size;
	if (from >= a->offset && end <= ownEnd)
		return true;
	if (!isOnSameLine(*a->access, *b.access) || from > ownEnd || a->offset > end)
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
				if (&a != &b && join(&a, b, evolution)) {
					b.into = &a - list.begin();
					again = true;
				}
	}
}

/* The candidate that an access has become part of. */
static const Candidate &allOf(ArrayRef<Candidate> list, int i)
{
	while (list[i].into >= 0)
		i = list[i].into;
	return list[i];
}

/* The code that computes the range, before the loop. */
static void expand(
	const Candidate &one, SCEVExpander &expander, Found &all, SmallVectorImpl<Access> &rest)
{
	Instruction *before = one.loop->getLoopPreheader()->getTerminator();
	Type *word = Type::getInt64Ty(before->getContext());
	IRBuilder<> build(before);
	Value *address = expander.expandCodeFor(one.start, build.getInt8PtrTy(), before);
	if (one.step->isZero() && one.all && !one.length) {
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
	Value *length = one.length ? expander.expandCodeFor(one.length, word, before) : nullptr;
	address = build.CreateConstGEP1_64(build.getInt8Ty(), address, one.offset);
	all.ranges.push_back({before, one.access->where, one.access->what, address, one.size, step,
		count, length});
}

/* Replaces accesses in loops by ranges before the loop; returns how many accesses were removed. */
unsigned hoist(Found &all, Analyses known)
{
	Function *function = all.accesses.empty() ? nullptr : all.accesses[0].at->getFunction();
	if (!function)
		return 0;
	SCEVExpander expander(known.evolution, function->getParent()->getDataLayout(), "gomarmot");
	DenseMap<Loop *, bool> usable;
	SmallVector<Candidate, 16> candidates;
	SmallVector<int, 32> candidateOf; /* by access; -1: none */
	for (const Access &access : all.accesses) {
		Loop *loop = known.loops.getLoopFor(access.at->getParent());
		if (loop && !usable.count(loop))
			usable[loop] = isUsable(loop, known.evolution);
		Candidate candidate;
		bool found = access.movable && loop && usable[loop] &&
			     find(access, loop, known, expander, &candidate);
		candidateOf.push_back(found ? candidates.size() : -1);
		if (found)
			candidates.push_back(candidate);
	}
	joinAll(candidates, known.evolution);
	for (Candidate &one : candidates) {
		while (one.into < 0 && lift(&one, usable, known, expander))
			one.outside = true;
		one.outside |= !isBetterInside(one);
	}
	SmallVector<Access, 32> rest;
	for (unsigned i = 0; i < all.accesses.size(); i++)
		if (candidateOf[i] < 0 || !allOf(candidates, candidateOf[i]).outside)
			rest.push_back(all.accesses[i]);
	unsigned gone = all.accesses.size() - rest.size();
	for (const Candidate &one : candidates)
		if (one.into < 0 && one.outside)
			expand(one, expander, all, rest);
	all.accesses = std::move(rest);
	return gone;
}
} // namespace gomarmot
