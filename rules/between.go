package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// betweenWhy says why a call between two accesses does not order them; "" if no call seems to order them.
func betweenWhy(x *fact.Between) string {
	one, other := &x.After, &x.Before
	switch {
	case one.IsZero():
		return ""
	case x.Apart:
		return fmt.Sprintf("; the %s of rank %d after its access is on a communicator "+
			"that rank %d is not in", one.Call, one.Rank, other.Rank)
	case x.Pending:
		return fmt.Sprintf("; the %s of rank %d is not complete before its access", other.Call, other.Rank)
	}
	call := one.Call.String()
	if one.Call == calls.WinFence {
		call += " with MPI_MODE_NOPRECEDE"
	}
	return fmt.Sprintf("; in the %s between the two, rank %d need not wait for rank %d", call, other.Rank, one.Rank)
}

// betweenAdvice says how the program can make that call order the accesses.
func betweenAdvice(x *fact.Between) string {
	switch {
	case x.Apart:
		return "call it on a communicator of both"
	case x.Pending:
		return "complete its request first"
	}
	return "call MPI_Barrier there, too"
}

// betweenAt returns the calls that seem to order the accesses.
func betweenAt(x *fact.Between) []Related {
	switch {
	case x.After.IsZero():
		return nil
	case x.Apart:
		return []Related{
			At(roleSynchronizes, x.After, fmt.Sprintf("rank %d calls %s without rank %d", x.After.Rank, x.After.Call,
				x.Before.Rank)),
			At(roleSynchronizes, x.Before, fmt.Sprintf("rank %d calls %s without rank %d", x.Before.Rank, x.Before.Call,
				x.After.Rank)),
		}
	}
	return []Related{
		At(roleSynchronizes, x.After, fmt.Sprintf("rank %d calls %s after its access", x.After.Rank, x.After.Call)),
		At(roleSynchronizes, x.Before, fmt.Sprintf("rank %d calls %s before its own", x.Before.Rank, x.Before.Call)),
	}
}
