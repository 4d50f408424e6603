/* Merges adjacent accesses in straight-line code, and loads with stores of the same bytes. */
#include "pass.h"

using namespace llvm;

namespace gomarmot
{

/* The bytes that a single test covers. */
static const int64_t most = 57;
/* Bounds the earlier accesses that a new access is compared with. */
static const unsigned window = 24;

/* Whether a release lies between two instructions of a block. */
static bool isReleaseBetween(Instruction *first, Instruction *second)
{
	for (Instruction *i = first; i && i != second; i = i->getNextNode())
		if (isRelease(*i))
			return true;
	return false;
}

/* Merges the later access b into a. */
static bool join(Access *a, const Access &b, ScalarEvolution &evolution)
{
	if (!a->movable || !b.movable || a->at->getParent() != b.at->getParent())
		return false;
	auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(
		evolution.getSCEV(b.address), evolution.getSCEV(a->address)));
	if (!distance)
		return false;
	int64_t from = distance->getAPInt().getSExtValue() + b.offset, end = from + (int64_t)b.size;
	int64_t ownEnd = a->offset + (int64_t)a->size;
	bool within = from >= a->offset && end <= ownEnd && (a->what & b.what) == b.what;
	bool same = from == a->offset && end == ownEnd;
	bool beside = a->what == b.what && from <= ownEnd && a->offset <= end &&
		      std::max(end, ownEnd) - std::min(from, a->offset) <= most;
	if (!within && !(isOnSameLine(*a, b) && (same || beside)))
		return false;
	if (isReleaseBetween(a->at, b.at))
		return false;
	if (within)
		return true;
	a->what = Kind(a->what | b.what);
	if (from < a->offset)
		a->align = std::min(a->align, b.align);
	a->offset = std::min(a->offset, from);
	a->size = std::max(end, ownEnd) - a->offset;
	return true;
}

void merge(Found &all, Analyses known)
{
	SmallVectorImpl<Access> &list = all.accesses;
	SmallVector<bool, 64> gone(list.size(), false);
	for (bool again = true; again;) {
		again = false;
		for (unsigned i = 0; i < list.size(); i++)
			for (unsigned j = i + 1; j < list.size() && j <= i + window && !gone[i];
				j++)
				if (!gone[j] && join(&list[i], list[j], known.evolution))
					again = gone[j] = true;
	}
	SmallVector<Access, 32> kept;
	for (unsigned i = 0; i < list.size(); i++)
		if (!gone[i])
			kept.push_back(list[i]);
	list = std::move(kept);
}
} // namespace gomarmot
