package rules

import "strings"

// All lists every rule, by family.
var All = []*Rule{
	// WIN
	NegativeSize,
	DispUnit,
	NullBase,
	WindowComm,
	BadWindow,
	SameHint,
	NoLocks,
	FreePending,
	NeverFreed,
	Attach,
	SharedWindow,
	WindowsShare,
	LockMemory,
	Unmapped,
	WindowArgument,
	// FENCE
	FenceInEpoch,
	NoPrecedeBroken,
	NoPrecedeDiffers,
	NoSucceedDiffers,
	AfterNoSucceed,
	NoPutBroken,
	FenceNoStore,
	FenceAsserts,
	FenceOrder,
	FenceUnclosed,
	// PSCW
	StartUnmatched,
	PostUnmatched,
	OutsideStartGroup,
	StartComplete,
	PostWait,
	TestAgain,
	EpochGroup,
	NoCheckDiffers,
	NoCheckEarly,
	EpochAsserts,
	PostNoPutBroken,
	EpochUnclosed,
	EpochCycle,
	// LOCK
	LockType,
	LockRank,
	SecondLock,
	NoLock,
	LockInEpoch,
	LockedAndExposed,
	TargetNotLocked,
	NoCheckConflict,
	LockAsserts,
	LockUnreleased,
	LockOrder,
	RequestOutsideLock,
	EpochInsideFences,
	// RMA
	NoEpoch,
	BadTarget,
	NegativeCount,
	BadDatatype,
	OutsideWindow,
	OutsideRegion,
	AccumulateOp,
	AtomicType,
	Signature,
	OverlapType,
	LostRequest,
	NullAddress,
	AliasedBuffers,
	// SPLIT
	SecondBegin,
	EndWithoutBegin,
	OtherEnd,
	OtherThread,
	OtherBuffer,
	CollectiveDuring,
	StateDuring,
	SplitRanksDiffer,
	BufferChanged,
	BufferShared,
	NeverEnded,
	BufferFreed,
	// FILE
	AccessMode,
	OpenDiffers,
	WrongDirection,
	Sequential,
	BadFile,
	FileArguments,
	PendingRequest,
	FileCallDiffers,
	ViewsDiffer,
	FileTypes,
	FileConflict,
	LostFileRequest,
	// COLL
	CollOrder,
	CollMissing,
	CollArguments,
	CollAmounts,
	CollArgument,
	CollBuffers,
	InReduction,
	// MSG
	MessagePeer,
	MessageTag,
	MessageBuffer,
	MessageDatatype,
	MessageTooLong,
	MessageTypes,
	Unreceived,
	ReadySend,
	BsendSpace,
	MessageRace,
	MatchedMessage,
	Partitioned,
	SendrecvOverlap,
	ReceiveOverlap,
	// REQ
	LostOperation,
	StartActive,
	BadRequest,
	FreedActive,
	CompletedTwice,
	CancelOther,
	RequestLeft,
	DisconnectPending,
	// OBJ
	BadHandle,
	Unfreed,
	PredefinedFreed,
	BadArgument,
	CreateDiffers,
	TypeConstructor,
	Unportable,
	DeclaredType,
	HeapBlock,
	// RACE
	AccessRace,
	AccumulateRace,
	PendingBuffer,
	LocalRace,
	CopiesRace,
	PendingMemory,
	SharedRace,
	// THREAD
	ThreadLevel,
	OutsideMPI,
	CollectivesTogether,
	ProbedByThreads,
	// HANG
	Deadlock,
	WaitsInVain,
	NoProgress,
	OnlyBuffered,
	// TOOL
	Unseen,
	LostEvents,
	RunEnd,
	AccessesForgotten,
}

// ByID returns the rule with the given ID (in any case), or nil.
func ByID(id string) *Rule {
	for _, r := range All {
		if strings.EqualFold(r.ID, id) {
			return r
		}
	}
	return nil
}

// Select lists the rules to apply: all, or those that are not pedantic.
func Select(pedantic bool) []*Rule {
	var out []*Rule
	for _, r := range All {
		if pedantic || !r.Pedantic {
			out = append(out, r)
		}
	}
	return out
}

// Live lists the rules that need only one rank's calls.
func Live(set []*Rule) []*Rule {
	var out []*Rule
	for _, r := range set {
		if r.Scope != JobScope {
			out = append(out, r)
		}
	}
	return out
}
