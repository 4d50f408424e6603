package reading

import (
	"cmp"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Config holds the properties of a rank whose events are read.
type Config struct {
	World       int // rank in MPI_COMM_WORLD; in a family its number there
	Size        int // of MPI_COMM_WORLD
	Flavour     *calls.Flavour
	Std         int
	Hosts       []string
	ThreadLevel string
	TagUB       int64        // MPI_TAG_UB; 0: unknown
	Watched     calls.Family // the families of calls that are recorded; 0: all
	Unseen      []Taker
	Slots       int    // calls that each thread keeps decoded; 0: the usual number, negative: none
	GoesOn      bool   // the process still runs, and may make calls after MPI_Finalize
	Lists       *Lists // shared with the other ranks of the job; may be nil
	// Family is set if several jobs are checked together.
	Family *Family
	Noted  Noted // may be nil
}

// Noted is what compilers have noted of the arguments of the program's calls.
type Noted interface {
	// Any reports whether a file that the rank has mapped has such notes.
	Any() bool
	// Of returns the notes of each call of the same kind on the site's line. It is asked only where there are any.
	Of(tracker.Site) []datatype.Noted
}

// Gaps reports whether calls may be unrecorded before the first event, because another library took them.
func (c *Config) Gaps() bool { return blindTo(c.Unseen).Any }

// Watches reports whether the rank's calls of all these families are recorded.
func (c *Config) Watches(families calls.Family) bool { return c.watched()&families == families }

func (c *Config) watched() calls.Family { return cmp.Or(c.Watched, calls.FamilyAll) }

// MPI returns the flavour that the rank is read with.
func (c *Config) MPI() *calls.Flavour { return cmp.Or(c.Flavour, &calls.Flavours[0]) }

// Reading is the state that all parts of a rank share: the rank's properties, and how far its events have been read.
// Only Rank changes it.
type Reading struct {
	Config

	LastSite tracker.Site // the last call entered
	LastTime uint64       // ticks of the last event
	Records  int64
	Lost     int64 // number of lost records, as far as known
	Gap      bool  // records are lost: nothing is certain from then on
	Blind    Blind // classes of objects with unrecorded calls
	Changes  int64 // calls and records so far that may have created, changed or freed objects: see call.slot
}

func New(c Config) Reading {
	c.Flavour, c.Watched, c.Slots = c.MPI(), c.watched(), c.slots()
	d := Reading{Config: c, Blind: blindTo(c.Unseen)}
	d.Blind.Messages = d.Blind.Messages || !c.Watches(calls.FamilyMessages)
	return d
}

// Gaps reports whether calls of the rank may be missing: its objects are then not compared with other ranks.
func (d *Reading) Gaps() bool { return d.Gap || d.Blind.Any }

// slots returns the maximum number of slots of a thread.
func (c *Config) slots() int {
	if c.Slots != 0 || c.Lists == nil {
		return cmp.Or(c.Slots, mostSlots)
	}
	if n := slotsOfJob / max(c.Size, 1); n >= FewSlots {
		return min(n, mostSlots)
	}
	return -1
}
