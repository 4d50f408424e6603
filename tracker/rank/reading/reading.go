package reading

import (
	"cmp"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Config says whose events a Rank will see.
type Config struct {
	World, Size int
	Flavour     *calls.Flavour
	Std         int
	Hosts       []string
	ThreadLevel string
	TagUB       int64        // MPI_TAG_UB; 0: unknown
	Watched     calls.Family // the families of calls that are recorded; 0: all
	Unseen      []Taker
	Slots       int    // distinct calls that each thread keeps decoded; 0: as many as usual, below 0: none
	GoesOn      bool   // the process still runs: what it does after MPI_Finalize is not known yet
	Lists       *Lists // shared with the other ranks; may be nil
	// Declared returns what the compiler has noted of the arguments of a call, for each
	// call of its kind on its line; may be nil.
	Declared func(tracker.Site) []datatype.Noted
}

// Gaps is whether the rank has a gap before its first event: calls that another library may have taken.
func (c *Config) Gaps() bool { return blindTo(c.Unseen).Any }

// Watches is whether the rank's calls of all these families are recorded.
func (c *Config) Watches(families calls.Family) bool { return c.watched()&families == families }

func (c *Config) watched() calls.Family { return cmp.Or(c.Watched, calls.FamilyAll) }

// MPI is the flavour that the rank is read with.
func (c *Config) MPI() *calls.Flavour { return cmp.Or(c.Flavour, &calls.Flavours[0]) }

// Reading is what all parts of a rank may know: whose events they are, and how far these have been read. Only Rank
// changes it.
type Reading struct {
	Config

	LastSite tracker.Site // the last call entered
	LastTime uint64       // ticks of the last event
	Records  int64
	Lost     int64 // records that are missing, as far as that is known
	Gap      bool  // some are: nothing is certain from then on
	Blind    Blind // of which objects not all is known
	Changes  int64 // calls and records so far that may have made, changed or freed objects: see slot
}

func New(c Config) Reading {
	c.Flavour, c.Watched, c.Slots = c.MPI(), c.watched(), c.slots()
	d := Reading{Config: c, Blind: blindTo(c.Unseen)}
	d.Blind.Messages = d.Blind.Messages || !c.Watches(calls.FamilyMessages)
	return d
}

// Gaps reports whether calls of the rank may be missing: then its objects are
// not compared with those of other ranks.
func (d *Reading) Gaps() bool { return d.Gap || d.Blind.Any }

// slots returns how many slots each thread may have.
func (c *Config) slots() int {
	if c.Slots != 0 || c.Lists == nil {
		return cmp.Or(c.Slots, mostSlots)
	}
	if n := slotsOfJob / max(c.Size, 1); n >= FewSlots {
		return min(n, mostSlots)
	}
	return -1
}
