package tracker

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Group is an MPI group.
type Group struct {
	Predef  *calls.Predef
	Members []int32 // ranks in MPI_COMM_WORLD; -1: not in it
	Made    Site
	Freed   Site // zero while alive
}

// Null reports whether the group is MPI_GROUP_NULL.
func (g *Group) Null() bool { return g.Predef != nil && g.Predef.Name == "MPI_GROUP_NULL" }

// none reports whether the group is known to have no members.
func (g *Group) none() bool { return g != nil && len(g.Members) == 0 && !g.Null() }

// Comm is a communicator. ID is the same on all its ranks.
type Comm struct {
	ID      uint64
	Predef  *calls.Predef
	Label   string
	Members []int32 // local group, ranks in MPI_COMM_WORLD
	Remote  []int32 // of an intercommunicator
	Inter   bool
	MyRank  int
	Parent  *Comm
	Made    Site
	Freed   Site

	madeComms int // creations of communicators on this one so far
	madeWins  int
	madeFiles int
	// Beyond: it holds processes outside this job's MPI_COMM_WORLD, whose logs
	// are elsewhere.
	Beyond bool
	// CanShare: made by MPI_Comm_split_type with a type for shared memory.
	CanShare bool
}

// Null reports whether the communicator is MPI_COMM_NULL.
func (c *Comm) Null() bool { return c.Predef != nil && c.Predef.Name == "MPI_COMM_NULL" }

// String names the communicator in messages.
func (c *Comm) String() string {
	if c == nil {
		return "an unknown communicator"
	}
	return c.Label
}

// Group of the ranks a collective call on the communicator involves.
func (c *Comm) all() []int32 {
	if !c.Inter {
		return c.Members
	}
	u := slices.Concat(c.Members, c.Remote)
	slices.Sort(u)
	return u
}

// Op is a reduction operation.
type Op struct {
	Predef *calls.Predef // nil: user-defined
	Made   Site
	Freed  Site
}

// predefOps are the predefined operations, which all ranks share; by ID.
var predefOps sync.Map

func predefOp(p *calls.Predef) *Op {
	o, ok := predefOps.Load(p.ID)
	if !ok {
		o, _ = predefOps.LoadOrStore(p.ID, &Op{Predef: p})
	}
	return o.(*Op)
}

// String names the operation.
func (o *Op) String() string {
	if o == nil {
		return "an unknown operation"
	}
	if o.Predef != nil {
		return o.Predef.Name
	}
	return "a user-defined operation"
}

// Request is a request that gomarmot follows: of request-based RMA or of
// nonblocking I/O.
type Request struct {
	Made Site
	Win  *Win  // of RMA
	File *File // of I/O
	// Early are calls on File that wanted its requests complete, and came while
	// this one was pending; of several pending ones the first made has them.
	Early []Site
	// WinFreed is the MPI_Win_free of Win that came while it was pending; Open:
	// while an epoch of Win was open, too.
	WinFreed Site
	// Shared: another pending request has the same handle value, so which of
	// them a call completes is not sure.
	Shared bool
	Open   bool
	Idle   bool // of RMA to MPI_PROC_NULL: MPI_Win_free need not wait for it
}

// hashID derives an object's identity from values that all ranks agree on.
func hashID(parts ...any) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		if list, ok := p.([]int32); ok { // perhaps of thousands
			b := make([]byte, 0, 4*len(list))
			for _, v := range list {
				b = binary.LittleEndian.AppendUint32(b, uint32(v))
			}
			_, _ = h.Write(b) // never fails
			continue
		}
		fmt.Fprintf(h, "%v|", p)
	}
	return h.Sum64()
}
