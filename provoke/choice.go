package provoke

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
)

// Every stands for all ranks, all counts, any tag, and the last request.
const Every = -1

// Choice is a step of a run in which MPI may do something else than it did. It names a call in a way that is the same
// in each run: by its place in a file of the program, the rank, and the number of calls that the rank has made there
// before.
type Choice struct {
	Kind   Kind
	Rank   int    // Every: all ranks
	Call   string // "MPI_Recv"; "": all calls of the kind
	Module string // name of the file that the call is in; "": calls of any place
	Offset uint64 // of the return address in that file
	Count  int64  // from 1; Every: each time
	Source int64  // Match: rank in the communicator whose message is taken
	Index  int64  // Order: the request that comes first; Match: the request that MPI_Startall starts
	Ms     int64  // how many milliseconds to wait at most
	After  bool   // the delay comes after the call, and
	To     string // makes the rank late to this call
}

// place is the kind and the place in the program that a choice has in common with others about the same call in the
// source.
type place struct {
	kind   Kind
	module string
	offset uint64
}

func (c *Choice) place() place { return place{c.Kind, c.Module, c.Offset} }

// Candidate is a choice, and a call of the run that it was seen in.
type Candidate struct {
	Choice
	Site    tracker.Site   // zero where the choice is about calls of any place
	Took    int64          // Match: whose message was taken instead
	Wide    bool           // all places at once: single places follow if something comes of it
	Sites   []tracker.Site // of calls at these places
	Suspect bool           // a finding of the untouched run is about it
}

// String describes the forced behavior, without the place.
func (c *Choice) String() string {
	switch c.Kind {
	case Match:
		return fmt.Sprintf("%s takes the message of rank %d%s", c.call(), c.Source, c.who())
	case Send:
		return c.call() + " waits until its message is received" + c.who()
	case Order:
		if c.Count == Every {
			return c.call() + " returns one request, of those that are complete in turns" + c.who()
		}
		return c.call() + " returns the last request that is complete" + c.who()
	case Fill:
		return "buffers of " + c.call() + " hold a pattern until it is complete" + c.who()
	case RMA:
		return c.call() + " begins when it must be complete" + c.who()
	case File:
		return "each split collective or nonblocking operation on a file begins when it must be complete"
	case Early:
		return "ranks leave collective calls as soon as their part is done"
	}
	if c.After {
		return fmt.Sprintf("rank %d comes %d ms late to %s", c.Rank, c.Ms, c.To)
	}
	return fmt.Sprintf("%s begins %d ms late%s", c.call(), c.Ms, c.who())
}

// call names the call, or all calls of the kind.
func (c *Choice) call() string {
	switch {
	case c.Call != "":
		return c.Call
	case c.Kind == Send:
		return "each standard send"
	case c.Kind == RMA:
		return "each operation on a window"
	}
	return "each nonblocking receive, read and collective call"
}

// who says on which rank, and which time.
func (c *Choice) who() string {
	text := ""
	if c.Rank != Every {
		text += fmt.Sprintf(" on rank %d", c.Rank)
	}
	if c.Count != Every && c.Count > 1 {
		text += fmt.Sprintf(", call %d at this place", c.Count)
	}
	return text
}
