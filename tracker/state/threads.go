package state

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// threads are a rank's threads, and where their calls get in each other's way.
type threads struct {
	list  []*thread // by ring: the last one that has it
	ended struct {  // of the threads that had a ring before
		first    []tracker.Site
		bindings []event.Binding
	}
	// strays are the MPI calls before the initialization of MPI and after its
	// end; overlaps pairs of calls that two threads were in at once, where the
	// library serves one at a time, together such pairs of collective calls on one object.
	strays   []Stray
	beset    bool // other threads were in calls when one entered MPI_Finalize
	overlaps []Overlap
	together []Overlap
	// probeRaces are messages that one thread has found and another one may take.
	probeRaces []ProbeRace
}

// Strays returns the MPI calls before the initialization of MPI and after its end.
func (r *Rank) Strays() []Stray { return r.threads.strays }

// Overlaps returns pairs of calls that two threads were in at once, where the library serves one at a time.
func (r *Rank) Overlaps() []Overlap { return r.threads.overlaps }

// Together returns pairs of collective calls on one object that two threads were in at once.
func (r *Rank) Together() []Overlap { return r.threads.together }

// ProbeRaces returns the messages that one thread has found and another one may take.
func (r *Rank) ProbeRaces() []ProbeRace { return r.threads.probeRaces }
