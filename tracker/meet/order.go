package meet

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/stamp"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// collectives matches collective calls: the n-th call of a rank on an object meets
// the n-th call of every other rank of it.
type collectives struct {
	*common
	strict *wait.Judge
	seqs   map[uint64]*callOrder
	fams   map[uint64]*family
	// casting: the ranks that have broadcast memory of a window. Only what they broadcast is told to the judges.
	casting map[int32]bool

	at, from []order.Point    // reused, see entries and sources
	seen     []bool           // reused, see sources
	pass     stamp.Pass       // reused
	row      stamp.Collective // reused
}

// callOrder is the order of collective calls on an object. Row k holds each rank's k-th call; rows leave as soon
// as all ranks have come.
type callOrder struct {
	group
	object tracker.Object
	fam    uint64
	inter  bool
	pos    []int64 // calls so far, by member
	base   int64   // number of the first row kept
	rows   queue.Queue[orderRow]
	free   []orderRow
	last   int64 // later rows are not matched, see cut
	clash  *clash
	clocks *order.Clocks
	strict *wait.Judge
	met    map[int64]*meeting // complete rows from which some rank has not returned
	back   []returned         // by member: why it is kept back, see collectives.back
	begun  map[begun]int64    // rows of nonblocking calls that are not complete on a rank
	broken bool               // a mismatch was found, or a call failed: nothing is missing

	own   []int32       // of an intercommunicator one of its groups
	sides []int8        // by member: 1 in the other group
	made  []*op.Place   // by member; nil: the member has not entered
	all   stamp.Members // its ranks, for judges
}

// begun names the nonblocking call of a member by its place among the records of its rank.
type begun struct {
	member int
	n      int64
}

type orderRow struct {
	kind    calls.Kind
	n       int
	sync    int            // how many of the n cannot return before all have arrived
	arrived []fact.Arrival // by member; zero Site: not yet
	left    []leaver       // who returned before all were seen to arrive
	entered []order.Point  // of nonblocking calls: by member
	strict  wait.Collective
}

// slack is how many rows a rank may run ahead before it is held back.
const slack = 64

// creations are the calls that created the communicator, of ranks that have come.
func (s *callOrder) creations() (out []tracker.Site) {
	for _, p := range s.made {
		if p != nil {
			out = append(out, p.Made...)
		}
	}
	return out
}

// row returns the row with number k, and adds all rows up to it.
func (s *callOrder) row(k int64, kind calls.Kind) *orderRow {
	for s.base+int64(s.rows.Len()) <= k {
		var n orderRow
		if l := len(s.free); l > 0 {
			n, s.free = s.free[l-1], s.free[:l-1]
			clear(n.arrived)
			n.n, n.sync, n.left, n.entered, n.strict = 0, 0, n.left[:0], nil, wait.Collective{}
		} else {
			n.arrived = make([]fact.Arrival, len(s.members))
		}
		n.kind = kind
		s.rows.Push(n)
	}
	return s.rows.At(int(k - s.base))
}

// cut ends the matching after row k: later rows follow from a mismatch or are unknown. Rows up to k go on, for
// ranks that are fed later.
func (s *callOrder) cut(k int64) {
	s.broken = true
	if s.clash != nil && s.clash.row > k+1 {
		s.clash = nil
	}
	s.last = min(s.last, k)
	keep := int(max(s.last-s.base+1, 0))
	for i := keep; i < s.rows.Len(); i++ {
		for _, l := range s.rows.At(i).left {
			s.clocks.Settle(l.rank, l.n)
			s.clocks.Blur(l.rank, l.n)
		}
		s.strict.Over(&s.rows.At(i).strict)
	}
	if keep < s.rows.Len() {
		s.rows.Cut(keep)
	}
}

// pop drops complete rows at the front.
func (s *callOrder) pop() {
	for s.rows.Len() > 0 && s.rows.At(0).n == len(s.members) {
		if len(s.free) < slack {
			s.free = append(s.free, *s.rows.At(0))
		}
		s.rows.Pop()
		s.base++
	}
}

// collective returns a row as judges see it.
func (s *callOrder) collective(rw *orderRow) stamp.Collective {
	return stamp.Collective{Members: &s.all, Call: rw.kind, Arrived: rw.arrived}
}

// side distinguishes the two groups of an intercommunicator.
func (s *callOrder) side(member int) int {
	if s.sides == nil {
		s.sides = make([]int8, len(s.members))
		for i, rank := range s.members {
			if !slices.Contains(s.own, rank) {
				s.sides[i] = 1
			}
		}
	}
	return int(s.sides[member])
}

// ahead keeps a rank back that is more than slack rows ahead of others, or that
// has returned from a call whose order with others matters.
type ahead struct {
	seq   *callOrder
	until int64 // as long as this row is not complete
}

func (a ahead) holds() bool { return a.until <= a.seq.last && a.seq.base <= a.until }

// returned keeps a rank back that has returned from a call, until the others have entered it.
type returned struct {
	ahead
	order *order.Clocks
	leaver
}

func (x *returned) released() { x.order.Blur(x.rank, x.n) }

// family is the order of blocking collective calls across a communicator and
// the windows and files created on it. The order on each object may agree while
// ranks use the objects in opposite order; then some rank waits forever. Calls of
// several threads have no common order: they switch the check off.
type family struct {
	group
	object  tracker.Object
	pos     []int64
	threads []int32 // by member: 0 none yet, thread+1, -1 several
	base    int64
	rows    queue.Queue[famRow]
	broken  bool
	doubt   *crossing
	objects int  // windows and files that exist
	freed   bool // the communicator no longer exists
}

type famRow struct {
	seq  *callOrder
	n    int
	site tracker.Site
	at   int64 // its place in the order of its object
}

// crossing is a pair of calls that two ranks reach at the same point of the order across objects, on different
// objects.
type crossing struct{ a, b famRow }

// lose ends the comparison of the order across objects.
func (f *family) lose() {
	f.broken, f.doubt = true, nil
	f.rows = queue.Queue[famRow]{}
}

// single reports whether every rank made the family's calls from a single thread.
func (f *family) single() bool {
	for _, t := range f.threads {
		if t < 0 {
			return false
		}
	}
	return true
}

// meeting is the knowledge that the ranks of a complete row gain from it: the points where others entered it, and
// their knowledge there.
type meeting struct {
	flow
	out int // ranks that have not returned yet
}

// leaver is a rank that has returned from a collective call.
type leaver struct {
	rank   int32
	member int
	n      int64 // its records up to then
	begun  int64 // of a nonblocking call: its records up to its begin
}

// clash is a row in which ranks differ. It waits for the ranks that are
// still to come, to find out which of them differ from the rest.
type clash struct {
	row  int64
	made []tracker.Site // by member; zero: the member has not entered
	n    int
}

// flow is the knowledge that the ranks of a collective call gain from it: a rank can return only when the ranks
// whose data it receives have entered.
type flow struct {
	all   order.Snapshot
	by    []order.Snapshot // by member, if the members' knowledge differs
	whole bool             // all ranks have waited for all
	vague bool             // they may have learned more
	may   order.Snapshot   // knowledge that they may have gained: no more than all ranks had
	cast  order.Point      // of a broadcast: the root's entry
}
