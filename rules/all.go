package rules

import "strings"

// All lists every rule, by family.
var All = []*Rule{
	// WIN
	negativeSize,
	dispUnit,
	nullBase,
	windowComm,
	BadWindow,
	sameHint,
	noLocks,
	freePending,
	neverFreed,
	attach,
	sharedWindow,
	windowsShare,
	lockMemory,
	unmapped,
	windowArgument,
	placed,
	// FENCE
	fenceInEpoch,
	noPrecedeBroken,
	noPrecedeDiffers,
	noSucceedDiffers,
	afterNoSucceed,
	noPutBroken,
	fenceNoStore,
	badFenceAsserts,
	fenceOrder,
	fenceUnclosed,
	// PSCW
	startUnmatched,
	postUnmatched,
	outsideStartGroup,
	startComplete,
	postWait,
	testAgain,
	epochGroup,
	noCheckDiffers,
	noCheckEarly,
	epochAsserts,
	postNoPutBroken,
	epochUnclosed,
	epochCycle,
	postNoStore,
	// LOCK
	lockType,
	lockRank,
	secondLock,
	noLock,
	lockInEpoch,
	lockedAndExposed,
	targetNotLocked,
	noCheckConflict,
	lockAsserts,
	lockUnreleased,
	lockOrder,
	requestOutsideLock,
	epochInsideFences,
	// RMA
	noEpoch,
	badTarget,
	negativeCount,
	badDatatype,
	outsideWindow,
	outsideRegion,
	accumulateOp,
	atomicType,
	signature,
	overlapType,
	lostRequest,
	nullAddress,
	aliasedBuffers,
	misaligned,
	// SPLIT
	SecondBegin,
	EndWithoutBegin,
	OtherEnd,
	OtherThread,
	OtherBuffer,
	collectiveDuring,
	stateDuring,
	splitRanksDiffer,
	BufferChanged,
	bufferShared,
	neverEnded,
	BufferFreed,
	// FILE
	accessMode,
	opensDiffer,
	wrongDirection,
	sequentialFile,
	badFile,
	fileArguments,
	pendingRequest,
	fileCallDiffers,
	viewsDiffer,
	fileTypes,
	FileConflict,
	lostFileRequest,
	shortRead,
	// COLL
	collOrder,
	collMissing,
	collArguments,
	collAmounts,
	collArgument,
	collBuffers,
	inReduction,
	oneWayGraph,
	// MSG
	messagePeer,
	messageTag,
	messageBuffer,
	messageDatatype,
	messageTooLong,
	messageTypes,
	unreceived,
	readySend,
	bsendSpace,
	messageRace,
	matchedMessage,
	partitioned,
	sendrecvOverlap,
	receiveOverlap,
	wildcardAsserted,
	// REQ
	lostOperation,
	startActive,
	badRequest,
	freedActive,
	completedTwice,
	cancelOther,
	requestLeft,
	disconnectPending,
	// OBJ
	badHandle,
	Unfreed,
	predefinedFreed,
	BadArgument,
	createDiffers,
	typeConstructor,
	unportableCall,
	declaredType,
	heapBlock,
	inaccessible,
	noPlace,
	fortranKind,
	fortranConstant,
	publishedName,
	beyondVariable,
	// ERR
	errorIgnored,
	// RACE
	AccessRace,
	AccumulateRace,
	pendingBuffer,
	localRace,
	copiesRace,
	pendingMemory,
	sharedRace,
	// GPU
	notAware,
	pendingWork,
	gpuUsesPending,
	gpuFrees,
	pageableCopy,
	gpuInWindow,
	// THREAD
	threadLevel,
	outsideMPI,
	collectivesTogether,
	probedByThreads,
	// HANG
	Deadlock,
	WaitsInVain,
	noProgress,
	onlyBuffered,
	// PROV
	ProvokedEnd,
	ProvokedRule,
	ProvokedResult,
	// TOOL
	unseen,
	lostEvents,
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

// Select lists the rules to apply: all, or all but the pedantic rules.
func Select(pedantic bool) []*Rule {
	var out []*Rule
	for _, r := range All {
		if pedantic || !r.Pedantic {
			out = append(out, r)
		}
	}
	return out
}

// Live lists the rules that need only a single rank's calls.
func Live(set []*Rule) []*Rule {
	var out []*Rule
	for _, r := range set {
		if r.Scope != JobScope {
			out = append(out, r)
		}
	}
	return out
}
