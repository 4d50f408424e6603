/*
 * Which lanes of a loaded vector are used at all: for a loop over a[2 * i] the vectorizer loads all
 * of a and shuffles.
 */
#include "pass.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gomarmot
{

static const unsigned deepest = 6;

/* The number of lanes of a vector; 0 for other values. */
static unsigned laneCount(const Value *vector)
{
	auto *type = dyn_cast<FixedVectorType>(vector->getType());
	return type ? type->getNumElements() : 0;
}

static APInt used(Value *vector, unsigned depth);

static APInt usedByShuffle(ShuffleVectorInst *shuffle, Value *vector, unsigned depth)
{
	unsigned count = laneCount(vector);
	APInt lanes(count, 0), results = used(shuffle, depth + 1);
	for (unsigned i = 0; i < laneCount(shuffle); i++) {
		int from = shuffle->getMaskValue(i);
		if (from >= 0 && results[i] &&
			shuffle->getOperand((unsigned)from / count) == vector)
			lanes.setBit((unsigned)from % count);
	}
	return lanes;
}

/* The lanes whose bit in the mask is `set`; all lanes if the mask is not constant. */
static APInt lanesOf(Value *mask, unsigned count, bool set)
{
	auto *constant = dyn_cast<Constant>(mask);
	APInt lanes = APInt::getAllOnes(count);
	if (!constant || laneCount(mask) != count)
		return lanes;
	for (unsigned i = 0; i < count; i++) {
		Constant *lane = constant->getAggregateElement(i);
		if (lane && (set ? lane->isNullValue() : lane->isOneValue()))
			lanes.clearBit(i);
	}
	return lanes;
}

static APInt usedBy(User *user, Value *vector, unsigned depth)
{
	unsigned count = laneCount(vector);
	if (auto *shuffle = dyn_cast<ShuffleVectorInst>(user))
		return usedByShuffle(shuffle, vector, depth);
	if (auto *select = dyn_cast<SelectInst>(user)) {
		if (select->getCondition() != vector &&
			select->getTrueValue() != select->getFalseValue())
			return used(select, depth + 1) & lanesOf(select->getCondition(), count,
								 select->getTrueValue() == vector);
	}
	if (auto *insert = dyn_cast<InsertElementInst>(user)) {
		auto *lane = dyn_cast<ConstantInt>(insert->getOperand(2));
		if (lane && lane->getZExtValue() < count && insert->getOperand(1) != vector) {
			APInt lanes = used(insert, depth + 1);
			lanes.clearBit(lane->getZExtValue());
			return lanes;
		}
	}
	if (auto *call = dyn_cast<IntrinsicInst>(user)) {
		if (call->getIntrinsicID() == Intrinsic::masked_store &&
			call->getArgOperand(0) == vector)
			return lanesOf(call->getArgOperand(3), count, true);
	}
	if (auto *element = dyn_cast<ExtractElementInst>(user)) {
		auto *lane = dyn_cast<ConstantInt>(element->getIndexOperand());
		if (lane && lane->getZExtValue() < count)
			return APInt::getOneBitSet(count, lane->getZExtValue());
	}
	if ((isa<BinaryOperator>(user) || isa<UnaryOperator>(user) || isa<CastInst>(user)) &&
		laneCount(user) == count)
		return used(user, depth + 1);
	return APInt::getAllOnes(count);
}

static APInt used(Value *vector, unsigned depth)
{
	unsigned count = laneCount(vector);
	if (depth > deepest)
		return APInt::getAllOnes(count);
	APInt lanes(count, 0);
	for (User *user : vector->users())
		lanes |= usedBy(user, vector, depth);
	return lanes;
}

APInt lanesUsed(Value *vector)
{
	return used(vector, 0);
}
} // namespace gomarmot
