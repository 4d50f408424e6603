package objects

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Group is an MPI group.
type Group struct {
	object.Header
	Members []int32 // ranks in MPI_COMM_WORLD; -1: outside it

	refs     int  // times that the MPI library has returned it again, minus frees
	returned bool // a call has returned this predefined group
}

// Returned reports whether a call has returned this predefined group: a program may free a group that a call returned.
func (g *Group) Returned() bool { return g.returned }

// None reports whether the group is known to have no members.
func (g *Group) None() bool { return g != nil && len(g.Members) == 0 && !g.Null() }

// Hint is the value of a hint, and the call that gave it.
type Hint struct {
	Value string
	By    tracker.Site
}

// Comm is a communicator. ID is the same on all its ranks.
type Comm struct {
	object.Header
	ID      uint64
	Label   string
	Members []int32 // local group, ranks in MPI_COMM_WORLD
	Remote  []int32 // of an intercommunicator
	Inter   bool
	MyRank  int
	Parent  *Comm

	Topology Topology

	madeComms int // communicators created on it so far
	MadeWins  int
	MadeFiles int
	// Beyond: it has processes outside this job's MPI_COMM_WORLD, which log elsewhere.
	Beyond bool
	// Spans: it has processes of several jobs, which are checked together.
	Spans bool
	// Hints are the hints that the program has given for the communicator.
	Hints map[string]Hint
	// canShare: created by MPI_Comm_split_type with a type for shared memory.
	canShare bool

	Neighbors neighbors
	place     *op.Place // created on first use
	Making    bool      // the request of MPI_Comm_idup is not complete: see requests.making
}

// neighbors are a rank's neighbors in the topology of a communicator, in order, as
// ranks in MPI_COMM_WORLD; -1 for MPI_PROC_NULL.
type neighbors struct {
	Known                 bool
	Sources, Destinations []int32
}

// neighborsIn returns the neighbors listed in the record of a new communicator.
func (c *Comm) neighborsIn(blob []byte) neighbors {
	sources, destinations := event.ArrayOf(blob, 2), event.ArrayOf(blob, 3)
	if destinations == nil {
		return neighbors{}
	}
	world := func(ranks event.Array) []int32 {
		out := make([]int32, ranks.Len())
		for i := range out {
			out[i] = -1
			if k := ranks.At(i); k >= 0 && k < int64(len(c.Members)) {
				out[i] = c.Members[k]
			}
		}
		return out
	}
	return neighbors{true, world(sources), world(destinations)}
}

// String names the communicator in messages.
func (c *Comm) String() string {
	if c == nil {
		return "an unknown communicator"
	}
	return c.Label
}

// self reports whether this is MPI_COMM_SELF.
func (c *Comm) self() bool { return c != nil && c.Predef != nil && c.Predef.Name == "MPI_COMM_SELF" }

// Object names the communicator in findings.
func (c *Comm) Object() tracker.Object {
	return tracker.Object{Class: calls.ClassComm, ID: c.ID, Label: c.Label}
}

// Peers returns the processes that rank arguments of calls on the communicator refer to.
func (c *Comm) Peers() []int32 {
	if c.Inter {
		return c.Remote
	}
	return c.Members
}

// all returns the ranks that a collective call on the communicator involves.
func (c *Comm) all() []int32 {
	if !c.Inter {
		return c.Members
	}
	u := slices.Concat(c.Members, c.Remote)
	slices.Sort(u)
	return u
}

// Place returns this rank's place in the communicator; nil if the rank's calls cannot be compared with the calls of
// other ranks.
func (c *Comm) Place() *op.Place {
	if c == nil || !c.Alive() || !c.Comparable() {
		return nil
	}
	if c.place == nil {
		c.place = &op.Place{Object: c.Object(), Family: c.ID, Members: c.Members, Remote: c.Remote, All: c.all(),
			Me: int32(c.MyRank), Inter: c.Inter,
			Made: c.creations()}
	}
	return c.place
}

// Comparable reports whether calls on the communicator, and on objects created on it, can be compared with the calls of
// other ranks. A record with an invalid rank is damaged.
func (c *Comm) Comparable() bool {
	return !c.Beyond && c.ID != 0 && c.MyRank >= 0 && c.MyRank < len(c.Members)
}

// PlaceIn returns this rank's place in a window or file that was created on the
// communicator.
func (c *Comm) PlaceIn(o tracker.Object) *op.Place {
	return &op.Place{Object: o, Family: c.ID, Members: c.Members, All: c.Members, Me: int32(c.MyRank),
		Made: c.creations()}
}

// maxCreations bounds the calls that creations returns.
const maxCreations = 4

// creations returns the calls that created the communicator, its parent, and so on.
func (c *Comm) creations() (out []tracker.Site) {
	for ; c != nil && len(out) < maxCreations && !c.Made.IsZero(); c = c.Parent {
		out = append(out, c.Made)
	}
	return out
}

func (c *Comm) Rename(label string) { c.Label, c.place = label, nil }

// Operation is a reduction operation.
type Operation struct {
	object.Header      // Predef is nil for a user-defined operation
	Commutes      bool // for a user-defined operation
}

// String names the operation.
func (o *Operation) String() string {
	if o == nil {
		return "an unknown operation"
	}
	if o.Predef != nil {
		return o.Predef.Name
	}
	return "a user-defined operation"
}

// World returns MPI_COMM_WORLD with size ranks, as seen by rank.
func World(rank, size int) *Comm {
	return &Comm{ID: 1, Label: "MPI_COMM_WORLD", MyRank: rank, Members: op.FirstRanks(size)}
}

// world returns MPI_COMM_WORLD.
func world(d *reading.Reading) *Comm {
	f := d.Family
	if f.IsFirst() {
		return World(d.World, d.Size)
	}
	c := World(d.World-int(f.First), d.Size)
	c.ID, c.Members = object.HashID("world", f.First), f.Ranks(d.Size)
	return c
}

// Hint adds the hints of an info object, which may be nil.
func (c *Comm) Hint(by tracker.Site, i *Info) {
	if i == nil || len(i.KV) == 0 {
		return
	}
	if c.Hints == nil {
		c.Hints = map[string]Hint{}
	}
	for key, value := range i.KV {
		c.Hints[key] = Hint{value, by}
	}
}
