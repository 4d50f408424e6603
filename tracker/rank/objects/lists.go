package objects

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// list returns a rank list as ranks in MPI_COMM_WORLD, -1 for other processes; the result is read-only. It is nil if
// the list is longer than gomarmot writes, or too long for memory.
func (o *Objects) list(ranks event.Ranks) []int32 {
	n := ranks.Len()
	runs := ranks.Runs()
	switch {
	case n > o.reading.Size+reading.MostOutside:
		return nil
	case n <= o.reading.Size && ranks.First() && o.reading.Family.IsFirst():
		return op.FirstRanks(n)
	case o.reading.Lists == nil || n < reading.ShortList:
		return o.listOf(ranks)
	case runs == nil:
		return o.reading.Lists.Share(o.listOf(ranks))
	}
	if have := o.reading.Lists.OfRuns(runs); have != nil {
		return have
	}
	if o.reading.Lists.TooMany(n) {
		return nil
	}
	out := o.reading.Lists.Share(o.listOf(ranks))
	o.reading.Lists.Mu.Lock()
	defer o.reading.Lists.Mu.Unlock()
	reading.Keep(o.reading.Lists.ByRuns, string(runs), out)
	return out
}

// listOf decodes a list of ranks.
func (o *Objects) listOf(ranks event.Ranks) []int32 {
	out := reading.ListOf(ranks, o.reading.Size)
	o.reading.Family.Number(out)
	return out
}
