package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Sign is a property that few calls have. Most rules about arguments and epochs can only report calls with certain
// signs, which Rule.If lists. The signs of a call are determined once, for all rules that watch it.
type Sign uint16

// The signs.
const (
	// OddObject: the window or communicator does not exist now, or its history is unknown, or it is a predefined
	// communicator in a process that may have none.
	OddObject Sign = 1 << iota
	// OutOfEpoch: it is not known that the call is in an epoch in which it may access the window.
	OutOfEpoch
	// OddArgument: a rank, a count, a displacement or a tag is out of its range, or a tag is large, or displacements in
	// a datatype are as large as addresses.
	OddArgument
	// OddAddress: a buffer is at NULL, or at an address that is not a multiple of 8.
	OddAddress
	// OddData: a datatype is not predefined, or the two sides describe their data in different ways.
	OddData
	// Inside: the call is made inside another call.
	Inside
	// InSplit: a split collective operation is active.
	InSplit
	// OnHeap: the library has reported a buffer that does not fit its block of the heap.
	OnHeap
	// NoPlace: an argument is NULL at whose address the call returns a result.
	NoPlace
	// Declares: compilers have noted how the program declares buffers.
	Declares
	// Failed: the call has returned an error.
	Failed
	// Several: the call uses several buffers of its rank, and writes some of them.
	Several
	// Pending: pending operations, or calls of other threads, use memory that the call may use, too.
	Pending
	// OnGPU: work on GPUs may still be running.
	OnGPU
	// Outlives: an operation was pending when its window was freed, its communicator was disconnected, or its file was
	// changed or closed.
	Outlives
	// Refuses: MPI cannot access some of the memory that calls have named.
	Refuses
)

// atReturn are the signs that are determined when a call has returned.
const atReturn = OddObject | Failed | Pending | Outlives

// signer determines the signs of calls of a kind when they are entered.
type signer struct {
	fixed   func(*Pass) Sign // the signs of arguments that do not vary in a loop
	moving  func(*Pass) Sign // the signs of addresses and displacements
	unknown Sign             // the signs that neither function determines
}

var signers = func() *[calls.MaxKind]signer {
	var t [calls.MaxKind]signer
	for i := range calls.Table {
		k := calls.Table[i].Kind
		t[k] = signerOf(calls.Of(k))
	}
	return &t
}()

func signerOf(s *calls.Sem) (x signer) {
	switch {
	case s.RMA != calls.NoRMA:
		x = signer{fixed: rmaSigns, moving: rmaMoves}
	case s.Epoch != calls.NoEpochStep && s.Win >= 0: // such calls have no data
		x = signer{noSigns, noSigns, OutOfEpoch | OddArgument | Several}
	case s.Match.OfMessage() && s.Comm >= 0:
		x = signer{messageSigns, addressSigns, OutOfEpoch | Several}
	case s.Exchange != calls.NoExchange && s.Comm >= 0:
		x = signer{noSigns, addressSigns, OutOfEpoch | OddArgument | OddData | Several}
	default:
		x = signer{noSigns, noSigns,
			^(Inside | InSplit | OnHeap | NoPlace | Declares | Failed | OnGPU | Outlives | Refuses)}
	}
	if s.Step == calls.RequestActivate { // the requests' buffers may have been freed
		x.unknown |= OnHeap
	}
	for _, u := range handleUses[s.Kind] {
		if s.Win >= 0 || u.class != calls.ClassComm { // oddObject does not look at this handle
			x.unknown |= OddObject
		}
	}
	return x
}

// knows reports whether all of these signs are determined for calls of the kind at this moment. If so, a call for which
// none is found has none.
func knows(k calls.Kind, m record.Moment, s Sign) bool {
	x := &signers[k]
	return s&x.unknown == 0 && (m != record.Returned || s&atReturn != 0)
}

// signs returns the signs of a call among the signs in asks; j keeps the signs of its arguments.
func (p *Pass) signs(r *rank.Rank, c *call.Call, m record.Moment, asks Sign, j *call.Judged) (s Sign) {
	if asks&Pending != 0 && r.Memory.MayClash(c) {
		s = Pending
	}
	if asks&OnGPU != 0 && r.GPU.Busy() {
		s |= OnGPU
	}
	if asks&Outlives != 0 && r.Requests.Outlives {
		s |= Outlives
	}
	if asks&Refuses != 0 && r.Memory.Refuses() {
		s |= Refuses
	}
	switch {
	case m == record.Returned:
		if c.RC != 0 {
			s |= Failed
		}
	case j != nil && j.Known && j.Moving:
		s |= Sign(j.Signs|j.Moved) | moment(r, c)
	default:
		p.on(r, c)
		s |= p.arguments(j) | moment(r, c)
	}
	if j == nil {
		if p.on(r, c); oddObject(p) {
			s |= OddObject
		}
	}
	return s
}

// arguments returns the signs of the arguments.
func (p *Pass) arguments(j *call.Judged) Sign {
	x := &signers[p.Call.Kind]
	if j == nil {
		return x.fixed(p) | x.moving(p)
	}
	if !j.Known {
		j.Known, j.Signs = true, uint16(x.fixed(p))
	}
	j.Moving, j.Moved = true, uint16(x.moving(p))
	return Sign(j.Signs | j.Moved)
}

// moment returns the signs of a call that depend on the state of its rank.
func moment(r *rank.Rank, c *call.Call) (s Sign) {
	if c.Sem.RMA != calls.NoRMA && (c.Win == nil || c.Win.EpochFor(c.RMA.Target) == op.NoEpoch) {
		s = OutOfEpoch
	}
	if c.Ordinary() {
		return s
	}
	if r.Threads.Nested(c) {
		s |= Inside
	}
	if len(r.Files.Splits) > 0 {
		s |= InSplit
	}
	if len(c.Heap) > 0 {
		s |= OnHeap
	}
	if c.Null != 0 {
		s |= NoPlace
	}
	if r.Memory.Declares() {
		s |= Declares
	}
	return s
}

func oddObject(p *Pass) bool {
	if p.Call.Sem.Win >= 0 {
		return !live(p.Win)
	}
	c := p.Call.Comm
	return c == nil || !c.Alive() || c.Predef != nil && p.Rank.Sessions.SessionsOnly()
}

func noSigns(*Pass) Sign { return 0 }

func rmaSigns(p *Pass) (s Sign) {
	w, m := p.Win, &p.Call.RMA
	if w == nil || !w.Contains(m.Target) || m.OCount < 0 || m.TCount < 0 || m.RCount < 0 ||
		reachesAddresses(m.OType) || reachesAddresses(m.RType) {
		s |= OddArgument
	}
	if !usual(m.OType) || m.TType != m.OType || m.TCount != m.OCount ||
		m.RTypeHandle != 0 && (m.RType != m.OType || m.RCount != m.OCount) {
		s |= OddData
	}
	if p.Call.Sem.Result.Addr >= 0 || w != nil && m.Target == int64(w.MyRank) {
		s |= Several
	}
	return s
}

func rmaMoves(p *Pass) Sign {
	s := addressSigns(p)
	if p.Call.RMA.Disp < 0 {
		s |= OddArgument
	}
	return s
}

func messageSigns(p *Pass) (s Sign) {
	c, f := p.Call, p.Rank.Flavour
	n := peersOf(c.Comm)
	if i := c.Sem.Dest; i >= 0 && (c.In[i] < 0 || c.In[i] >= n) || largeTag(p, c.Sem.SendTag) {
		s |= OddArgument
	}
	if i := c.Sem.Source; i >= 0 && (c.In[i] < 0 && c.In[i] != f.AnySource || c.In[i] >= n) {
		s |= OddArgument
	}
	if i := c.Sem.RecvTag; i >= 0 && c.In[i] != f.AnyTag && largeTag(p, i) {
		s |= OddArgument
	}
	if !takesWildcards(c.Kind) {
		s |= OddArgument // a wildcard would be an invalid argument
	}
	for _, d := range [2]*op.Data{&c.Sends, &c.Receives} {
		if d.Count < 0 || reachesAddresses(d.Type) {
			s |= OddArgument
		}
		if !usual(d.Type) && (d.Moves || d.Type != nil) {
			s |= OddData
		}
	}
	return s
}

// largeTag reports whether the tag in an argument may be negative or larger than is portable.
func largeTag(p *Pass, arg int8) bool {
	if arg < 0 {
		return false
	}
	tag := p.Call.In[arg]
	return tag < 0 || tag > maxPortableTag || p.Rank.TagUB > 0 && tag > p.Rank.TagUB
}

func addressSigns(p *Pass) Sign {
	b := p.Call.Sem.Buffers
	for i := range b {
		if a := p.Call.In[b[i].Addr]; a == 0 || a&7 != 0 {
			return OddAddress
		}
	}
	return 0
}

// usual reports whether a datatype is predefined and any call may use it.
func usual(d *datatype.Type) bool { return d != nil && d.Predef != nil && d.Usable() }
