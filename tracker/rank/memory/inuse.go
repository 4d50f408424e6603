package memory

import (
	"math"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// InUse is memory of an operation under way: MPI may read or write it until the
// operation is complete at this rank.
type InUse struct {
	call.Memory
	Sem *calls.Sem   // the call that has Arg
	By  tracker.Site // the call that began the operation
	// Request is that of the operation; nil: RMA without one, on Win.
	Request *requests.Request
	Win     *windows.Win
	// InCall: it is in use until By returns, which another thread has called.
	InCall bool

	returned bool   // that it was a local variable of a function that has returned has been said
	stored   bool   // a store to it, or that it was freed, has been recorded while it was under way
	since    uint64 // when By returned
	age      int64

	under      bool       // its operation is under way
	at, node   int32      // its place there
	More       *InUse     // the operation's next buffer
	target     *unsettled // of RMA, and its neighbors there
	prev, next *InUse
}

// unsettled are the buffers of operations of a window to one target that no call has
// completed.
type unsettled struct {
	target int64
	first  *InUse
	listed bool // in unsettledByTarget.busy
}

// unlink takes a buffer of RMA out of the list of its target.
func (x *InUse) unlink() {
	switch {
	case x.target == nil:
		return
	case x.prev != nil:
		x.prev.next = x.next
	default:
		x.target.first = x.next
	}
	if x.next != nil {
		x.next.prev = x.prev
	}
	x.target = nil
}

// Clash is a call that uses memory of an operation under way while it must not: one
// of them writes it.
type Clash struct {
	Mine call.Memory // of the call
	// Starts is the persistent request, or the partitioned one, whose memory it
	// is; else nil.
	Starts *requests.Request
	With   *InUse
}

// Object is what the operation acts on; of a call that another thread is in nothing is known.
func (x *InUse) Object() tracker.Object {
	switch {
	case x.InCall:
		return tracker.Object{}
	case x.Request != nil:
		return x.Request.Object()
	}
	return x.Win.Object()
}

// Created returns the call that created the persistent request of the operation; zero
// if there is none.
func (x *InUse) Created() tracker.Site {
	if x.Request != nil && x.Request.Persistent() {
		return x.Request.Made
	}
	return tracker.Site{}
}

// each calls f for what MPI uses now and a may have bytes of: of a partitioned send the partitions that are
// ready, of a partitioned receive those that have not arrived.
func (x *InUse) each(a *datatype.Buffer, f func(datatype.Buffer) bool) {
	if x.Request == nil || x.Request.Parts == nil {
		x.Memory.Each(f)
		return
	}
	p := x.Request.Parts
	from, to := x.partitionsAt(a)
	for i := from; i < to; i++ {
		if marked, _ := p.IsReady(i); marked != x.Writes && !f(x.partition(i)) {
			return
		}
	}
}

// partition is partition i of the memory of a partitioned request.
func (x *InUse) partition(i int64) datatype.Buffer {
	b := x.Buffer
	b.Count /= max(x.Request.Parts.N, 1)
	b.Addr = datatype.AddSat(b.Addr, datatype.MulSat(datatype.MulSat(i, b.Count), b.Type.Extent))
	return b
}

// partitionsAt returns the partitions [from, to) of a partitioned request's memory that a may have bytes of, at most
// mostCompared.
func (x *InUse) partitionsAt(a *datatype.Buffer) (from, to int64) {
	n := x.Request.Parts.N
	one := x.partition(0)
	step := datatype.MulSat(one.Count, one.Type.Extent)
	if step > 0 && step < math.MaxInt64/max(n, 1) {
		lo, hi := a.Hull()
		first, end := one.Hull()
		from, to = max((lo-end)/step, 0), min((hi-first)/step+1, n)
		return from, min(to, from+mostCompared)
	}
	return 0, min(n, mostCompared)
}

// isAt reports whether the buffer, or one of its blocks, has an address.
func (x *InUse) isAt(addr int64) (yes bool) {
	x.Memory.Each(func(b datatype.Buffer) bool {
		yes = b.Addr == addr
		return !yes
	})
	return yes
}

// mostCompared bounds the blocks of operations that are compared with one buffer.
const mostCompared = 4096
