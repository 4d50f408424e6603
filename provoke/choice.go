package provoke

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/tracker"
)

// every stands for all ranks, all counts, any tag, and the last request.
const every = -1

// Choice is a step of a run in which MPI may behave differently than it did. It names a call in a way that is the same
// in each run: by its place in a file of the program, the rank, and the number of calls that the rank has made there
// before.
type Choice struct {
	Kind   Kind
	Rank   int    // every: all ranks
	call   string // "MPI_Recv"; "": all calls of the kind
	Module string // name of the file that makes the call; "": calls at any place
	offset uint64 // of the return address in that file
	count  int64  // from 1; every: each time
	source int64  // Match: the source of the message to take, a rank of the communicator
	index  int64  // Order: the request that comes first; Match: the request that MPI_Startall starts
	ms     int64  // milliseconds to wait at most
	after  bool   // the delay comes after the call, and
	to     string // makes the rank late to this call
}

// place is the kind and the place in the program of a choice; choices about the same call in the source share it.
type place struct {
	kind   Kind
	module string
	offset uint64
}

func (c *Choice) place() place { return place{c.Kind, c.Module, c.offset} }

// Candidate is a choice, and the call of the run in which MPI had the choice.
type Candidate struct {
	Choice
	Site    tracker.Site   // zero if the choice is about calls at any place
	took    int64          // Match: the source whose message the run took
	Wide    bool           // all places at once: single places follow if this makes a difference
	Sites   []tracker.Site // of calls at these places
	Suspect bool           // a finding of the untouched run names this call
}

// String describes the forced behavior, without the place.
func (c *Choice) String() string {
	switch c.Kind {
	case Match:
		return fmt.Sprintf("%s takes the message of rank %d%s", c.callName(), c.source, c.who())
	case Send:
		if strings.HasSuffix(c.call, "_init") {
			return "a send of " + c.call + " is complete only when its message is received" + c.who()
		}
		return c.callName() + " waits until its message is received" + c.who()
	case Order:
		if c.count == every {
			return c.callName() + " returns one request, of those that are complete in turns" + c.who()
		}
		return c.callName() + " returns the last request that is complete" + c.who()
	case Fill:
		return "buffers of " + c.callName() + " hold a pattern until it is complete" + c.who()
	case RMA:
		return c.callName() + " begins when it must be complete" + c.who()
	case File:
		return "each split collective or nonblocking operation on a file begins when it must be complete"
	case Flag:
		return c.callName() + " says false seven times of eight" + c.who()
	case Early:
		return "ranks leave collective calls as soon as their part is done"
	case Sync:
		return "collective calls synchronize their ranks"
	case Pause:
		return fmt.Sprintf("rank %d is slow by %d ms after %s%s", c.Rank, c.ms, c.callName(), nth(c.count))
	}
	if c.after {
		return fmt.Sprintf("rank %d comes %d ms late to %s", c.Rank, c.ms, c.to)
	}
	return fmt.Sprintf("%s begins %d ms late%s", c.callName(), c.ms, c.who())
}

// callName names the call, or all calls of the kind.
func (c *Choice) callName() string {
	switch {
	case c.call != "":
		return c.call
	case c.Kind == Send:
		return "each standard send"
	case c.Kind == RMA:
		return "each operation on a window"
	}
	return "each nonblocking receive, read and collective call"
}

// who names the rank, and the call by its number at its place.
func (c *Choice) who() string {
	text := ""
	if c.Rank != every {
		text += fmt.Sprintf(" on rank %d", c.Rank)
	}
	return text + nth(c.count)
}

// nth names the call by its number at its place; "" for the first or every call.
func nth(count int64) string {
	if count == every || count <= 1 {
		return ""
	}
	return fmt.Sprintf(", call %d at this place", count)
}
