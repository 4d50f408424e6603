package race

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/signal"
)

// modes is the number of modes.
const modes = fact.Updates + 1

// Access is an access to memory of a rank.
type Access struct {
	signal.Access
	AnyOps bool // the window allows different operations at the same time
	OneOp  bool // the window promises a single operation, which excludes MPI_NO_OP, too
	Loose  bool // accumulates of a rank are not ordered
	// Grid is where the elements of an accumulate may begin, modulo their extent; -1: it is not known.
	Grid int64

	NoCheck bool
	Locks   *op.Locked // that its rank held at its begin; nil: at most the lock that the access needs
	All     *op.LockedAll
	// Releases are the releases of such locks by its rank; nil: there are no such locks.
	Releases *Releases

	// AtOrigin is the number of records of its rank when the access was complete there; 0: not yet.
	AtOrigin int64
	// Settled: the access needs no further completion at its origin.
	Settled bool
	// Dead: the access did not happen, or its completion is uncertain.
	Dead bool
	// Buffers are loads and stores of window memory, by the rank's own buffers: they are complete when the access is
	// complete at its own rank.
	Buffers []*Access

	// Atomic: an atomic operation of the processor, or an access to a file in atomic mode.
	Atomic bool

	// The following fields belong to accesses to files.
	Seq *Sequence
	// Back is the number of records of its rank when the access was complete; 0: not yet. When all ranks see the access
	// depends on Seq.
	Back int64
	// Resizes: the access changes the size of the file, and accesses no data. Cuts: it reaches all bytes after its
	// begin, up to an unknown end.
	Resizes, Cuts bool

	// First is the first of equal accesses by a rank that has gained no knowledge of others in between: the program
	// cannot have ordered it after a change that a later access may know. nil: this access is the first, or the first
	// was not kept.
	First *Access

	// Told: a fact may refer to the access, so it must not change.
	Told bool
	// Again: the same call has loaded the same bytes again, and its rank has gained no knowledge of others in
	// between. All loads of these bytes by the call share this field. nil: no such load was made.
	Again *bool
	// Cast is the broadcast that loads its buffer; nil: another call does.
	Cast *Cast

	// Slot is its place in a list of accesses; see windows.pending.
	Slot int

	mark    int64   // see Space.Meets
	gone    bool    // a space has forgotten it
	isFirst bool    // the access is the First of others
	then    *Access // see Memory.Keep
}

// Fetching reports whether the access is complete at the target as soon as its result has
// arrived, because it changes no data.
func (a *Access) Fetching() bool {
	return a.Mode == fact.Reads || a.Mode == fact.Updates && a.Op != nil && a.Op.Name == "MPI_NO_OP"
}

// Forgotten reports whether its space has dropped the access.
func (a *Access) Forgotten() bool { return a.gone }

// KnownBefore reports whether the access is known to be complete at the target when b begins.
func (a *Access) KnownBefore(b *Access) bool { return a.before(b, (*order.Point).Knows) }

// MayBeBefore reports whether the access may be complete by then, given all that the rank of b may know.
func (a *Access) MayBeBefore(b *Access) bool { return a.before(b, (*order.Point).MayKnow) }

// before compares the end of the access with the begin of b; knows returns the knowledge of b's rank.
func (a *Access) before(b *Access, knows func(*order.Point, int32) int64) bool {
	past := func(rank int32, n int64) bool { // a message may be received later than the rank's own access
		return rank == b.Site.Rank && n <= b.At.N || n <= knows(&b.At, rank)
	}
	return a.Done > 0 && past(a.Site.Rank, a.Done) || a.Seen > 0 && past(a.Target, a.Seen)
}

// Heard reports whether the rank of b knows the call of load a, and no later record of that rank: then it has waited
// for a message with the loaded value. Of a broadcast, it must know that all ranks have received the value.
func (a *Access) Heard(b *Access) bool { return a.begunBefore(b) && len(a.Unheard(b)) == 0 }

// Unheard returns the receipts of what load a broadcasts of which the rank of b, which knows the call of the load, may
// not know.
func (a *Access) Unheard(b *Access) []order.Point {
	if !a.begunBefore(b) {
		return nil
	}
	return a.Cast.unheard(&b.At)
}

// begunBefore reports whether the rank of b knows the call of load a, and no later record of that rank.
func (a *Access) begunBefore(b *Access) bool {
	return a.Local && a.Mode == fact.Reads && b.At.Knows(a.Site.Rank) == a.At.N
}

// Polls reports whether either access may be a load that waits for a value which the other access leaves. In the
// unified memory model a rank may wait so for an element to change.
func (a *Access) Polls(b *Access) bool {
	if b.Local {
		a, b = b, a
	}
	return a.Local && a.Mode == fact.Reads && a.Lo == b.Lo && a.Hi == b.Hi && a.single() && b.single() &&
		b.Memory.Writes &&
		(a.Again != nil && *a.Again || b.Mode == fact.Updates && b.Op != nil && b.Op.Name == "MPI_REPLACE")
}

// single reports whether the access reaches a single element that processors load and store at once.
func (a *Access) single() bool {
	return a.Times == 1 && a.Hi-a.Lo <= 8 && (datatype.BasicSize(a.Memory.Type) == a.Hi-a.Lo || a.Site.Call.Program())
}

// repeated notes that b replaces a, an equal earlier access.
func (a *Access) repeated(b *Access) {
	first := a
	if a.First != nil {
		first = a.First
	}
	if first.Done > 0 && first.single() && first.At.Alike(&b.At) {
		b.First, first.isFirst = first, true
	}
}

// next notes that b is the next load or store of the same bytes by the same call.
func (a *Access) next(b *Access) {
	if a.Again == nil {
		a.Again = new(bool)
	}
	*a.Again = *a.Again || a.At.Alike(&b.At)
	b.Again = a.Again
}

// Conflicts returns why the accesses must not overlap in time, if they reach the same bytes.
func (a *Access) Conflicts(b *Access) fact.Conflict {
	switch {
	case !a.Memory.Writes && !b.Memory.Writes:
		return fact.None
	case a.Local && b.Local: // of processes that share the memory
		if a.Site.Rank == b.Site.Rank || a.Atomic && b.Atomic {
			return fact.None
		}
		return fact.Plain
	case a.Local && a.Atomic && !(a.Memory.Writes && b.Memory.Writes),
		b.Local && b.Atomic && !(a.Memory.Writes && b.Memory.Writes):
		return fact.None
	case a.Window.ID != b.Window.ID: // accumulates are atomic only through the same window
		return fact.Plain
	case a.Mode != fact.Updates || b.Mode != fact.Updates:
		return fact.Plain
	case !datatype.SameBasic(a.Memory.Type, b.Memory.Type):
		return fact.Datatype
	case a.Grid >= 0 && b.Grid >= 0 && a.Grid != b.Grid:
		return fact.Shifted
	case a.Op == nil || b.Op == nil || a.Op == b.Op || a.AnyOps || b.AnyOps:
		return fact.None
	case !(a.Memory.Writes && b.Memory.Writes) && !(a.OneOp && b.OneOp): // MPI_NO_OP
		return fact.None
	}
	return fact.Operation
}

// GridOf returns where elements of a datatype may begin, modulo their extent.
func GridOf(m *datatype.Buffer) int64 {
	if d := m.Type; d.Predef != nil && d.Extent > 0 {
		return m.Addr % d.Extent
	}
	return -1
}

// Ordered reports whether two accumulates of a rank take effect in order: where they share a basic datatype.
func (a *Access) Ordered(b *Access, why fact.Conflict) bool {
	if a.Mode != fact.Updates || b.Mode != fact.Updates || a.Window.ID != b.Window.ID {
		return false
	}
	switch why {
	case fact.Datatype:
		n, m := datatype.BasicSize(a.Memory.Type), datatype.BasicSize(b.Memory.Type)
		return n == m || n == 0 || m == 0
	case fact.Shifted:
		return false
	case fact.Operation:
		return !a.Loose || !b.Loose
	}
	return true
}

// alike reports whether the same accesses conflict with either of two accumulates.
func (a *Access) alike(b *Access) bool {
	return a.Op == b.Op && a.AnyOps == b.AnyOps && a.OneOp == b.OneOp && a.Grid == b.Grid &&
		a.Window.ID == b.Window.ID && datatype.SameBasic(a.Memory.Type, b.Memory.Type)
}

// Excludes reports whether locks keep the two accesses apart: both ranks hold a lock of the same target, at least
// one of them exclusive. If they need these locks, MPI_MODE_NOCHECK makes no difference: if it is wrong,
// LOCK008 reports it.
func (a *Access) Excludes(b *Access) bool {
	if a.passive() && b.passive() && a.lockOfTarget().Excludes(b.lockOfTarget()) {
		return true
	}
	if a.Locks == nil && b.Locks == nil || !a.exclusive() && !b.exclusive() {
		return false
	}
	return a.holdsSome(b.holds) || b.holdsSome(a.holds)
}

// holdsSome reports whether a function is true for any lock that its rank held from its begin to its end.
func (a *Access) holdsSome(is func(op.LockRef) bool) bool {
	return a.Locks.Some(func(l op.LockRef) bool { return is(l) && a.outlasts(l) })
}

// outlasts reports whether a lock that its rank held at its begin was released after its end.
func (a *Access) outlasts(l op.LockRef) bool {
	at, released := a.Releases.after(l, a.At.N)
	return !released || a.Done > 0 && a.Done <= at.N || a.Seen > 0 && a.Seen <= at.Knows(a.Target)
}

// exclusive reports whether its rank held any exclusive lock.
func (a *Access) exclusive() bool { return a.Exclusive || a.Locks.Exclusive() }

// ExcludesAll reports whether a lock of all targets by the rank of a, and an exclusive lock of a target by the
// rank of b, keep the two apart.
func (a *Access) ExcludesAll(b *Access) bool {
	excludes := func(l op.LockRef) bool {
		return a.All.Excludes(l) && a.outlasts(op.LockRef{Window: l.Window, Target: op.AllTargets})
	}
	return b.locks() && excludes(b.lockOfTarget()) || a.All != nil && b.holdsSome(excludes)
}

// lockOfTarget returns the lock of the access that locks the target.
func (a *Access) lockOfTarget() op.LockRef {
	return op.LockRef{Window: a.Window.ID, Target: a.Peer, Exclusive: a.Exclusive}
}

// passive reports whether the access needs a lock.
func (a *Access) passive() bool { return a.Epoch == op.LockEpoch || a.Epoch == op.LockAllEpoch }

// locks reports whether the access needs a lock that keeps others away.
func (a *Access) locks() bool { return a.passive() && !a.NoCheck }

// holds reports whether the rank held a lock that excludes locks of other ranks.
func (a *Access) holds(l op.LockRef) bool {
	own := a.lockOfTarget()
	if a.Epoch == op.LockAllEpoch {
		own.Target = op.AllTargets
	}
	return a.locks() && own.Excludes(l) || a.holdsSome(l.Excludes)
}

// same reports whether later access b of the same call makes this access redundant.
func (a *Access) same(b *Access) bool {
	// these fields are adjacent in memory, and differ most often
	return a.Lo == b.Lo && a.Hi == b.Hi && a.Times == b.Times && a.Stride == b.Stride &&
		a.Site.PC == b.Site.PC && a.Local == b.Local && a.Site.Rank == b.Site.Rank && a.Window.ID == b.Window.ID &&
		a.Mode == b.Mode && a.Op == b.Op && a.Memory.Count == b.Memory.Count && a.Memory.Type == b.Memory.Type &&
		a.Epoch == b.Epoch && a.Exclusive == b.Exclusive && a.underLocksOf(b) &&
		a.Atomic == b.Atomic && (a.Back > 0) == (b.Back > 0)
}

// underLocksOf reports whether the locks of b, a later access of its rank, protect the access as well.
func (a *Access) underLocksOf(b *Access) bool {
	return a.Locks.Same(b.Locks) && a.All.Same(b.All) &&
		(a.Releases == nil || a.Done > 0 || a.Releases.last <= a.At.N)
}

// Sort sorts accesses by rank, and by when they were made; accesses of the same call by their bytes.
func Sort(list []*Access) {
	if len(list) > 1 {
		slices.SortFunc(list, func(a, b *Access) int {
			if c := cmp.Or(cmp.Compare(a.Site.Rank, b.Site.Rank), cmp.Compare(a.At.N, b.At.N)); c != 0 {
				return c
			}
			return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Mode, b.Mode),
				cmp.Compare(a.Window.ID, b.Window.ID))
		})
	}
}
