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

// InUse is memory of an operation under way: MPI may read or write it until the operation is complete at this rank.
type InUse struct {
	call.Memory
	Sem *calls.Sem   // the call that has Arg
	By  tracker.Site // the call that began the operation
	// Request is the operation's request; nil: RMA on Win without a request.
	Request *requests.Request
	Win     *windows.Win
	// GivenBack is the call that freed the memory while the operation was under way.
	GivenBack tracker.Site
	// InCall: another thread is in the call By, and uses the memory until it returns.
	InCall bool

	returned bool   // reported as local variable of a function that has returned
	stored   bool   // a store to it, or its freeing, was recorded while it was under way
	since    uint64 // ticks at the return of By
	age      int64

	under      bool       // the operation is under way
	at, node   int32      // index in extents.few, or node in its tree
	More       *InUse     // the operation's next buffer
	target     *unsettled // of an RMA operation, with prev and next in its list
	prev, next *InUse
}

// unsettled holds the buffers of a window's operations to one target that no call has completed.
type unsettled struct {
	target int64
	first  *InUse
	listed bool // in unsettledByTarget.busy
}

// MayBeOver reports whether a call may have completed the operation: it has completed one of the requests that have had
// the handle value of the operation's request.
func (x *InUse) MayBeOver() bool { return x.Request != nil && x.Request.Twins != nil }

// unlink removes an RMA buffer from the list of its target.
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

// Clash is a call that uses memory of an operation under way although one of the two writes it.
type Clash struct {
	Mine call.Memory // memory of the call
	// Starts is the persistent or partitioned request whose memory Mine is; else nil.
	Starts *requests.Request
	With   *InUse
}

// Object returns the object that the operation acts on; the zero value for an open call of another thread.
func (x *InUse) Object() tracker.Object {
	switch {
	case x.InCall:
		return tracker.Object{}
	case x.Request != nil:
		return x.Request.Object()
	}
	return x.Win.Object()
}

// Created returns the call that created the operation's persistent request; zero if there is none.
func (x *InUse) Created() tracker.Site {
	if x.Request != nil && x.Request.Persistent() {
		return x.Request.Made
	}
	return tracker.Site{}
}

// each calls f for the memory that MPI uses now and that may overlap a: the ready partitions of a partitioned send, the
// partitions of a partitioned receive that have not arrived.
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

// partition returns the memory of partition i of a partitioned request.
func (x *InUse) partition(i int64) datatype.Buffer {
	b := x.Buffer
	b.Count /= max(x.Request.Parts.N, 1)
	b.Addr = datatype.AddSat(b.Addr, datatype.MulSat(datatype.MulSat(i, b.Count), b.Type.Extent))
	return b
}

// partitionsAt returns the partitions [from, to) of a partitioned request that may overlap a, at most mostCompared.
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

// isAt reports whether the buffer, or any of its blocks, begins at addr.
func (x *InUse) isAt(addr int64) (yes bool) {
	x.Memory.Each(func(b datatype.Buffer) bool {
		yes = b.Addr == addr
		return !yes
	})
	return yes
}

// mostCompared bounds the blocks of operations that are compared with a buffer.
const mostCompared = 4096
