package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// partitionAt returns the call that marked the partition of a clash as ready, or that last asked for a partition of the
// same receive; none if there is no such call.
func (p *Pass) partitionAt(x *memory.Clash) []Related {
	i, by := p.Rank.Memory.PartitionIn(x)
	switch {
	case i < 0:
	case !by.IsZero():
		return []Related{At(roleBegan, by, fmt.Sprintf("partition %d has been ready to be sent since this call", i))}
	case x.With.Writes && !x.With.Request.Parts.Asked.By.IsZero():
		asked := &x.With.Request.Parts.Asked
		return []Related{At(roleSynchronizes, asked.By, otherArrival(asked, i))}
	}
	return nil
}

// otherArrival says why an MPI_Parrived has not found partition i.
func otherArrival(asked *requests.AskedPart, i int64) string {
	switch {
	case asked.Found:
		return fmt.Sprintf("found that partition %d had arrived, which says nothing of partition %d", asked.Partition,
			i)
	case asked.Partition == i:
		return fmt.Sprintf("found that partition %d had not arrived", i)
	}
	return fmt.Sprintf("asked for partition %d, not for partition %d, and found that it had not arrived",
		asked.Partition, i)
}

// partitionAdvice returns the advice for a partition that is used before it has arrived, or after it was marked as
// ready; "" for other clashes.
func (p *Pass) partitionAdvice(x *memory.Clash) string {
	switch i, _ := p.Rank.Memory.PartitionIn(x); {
	case i < 0 || p.frees():
		return ""
	case !x.With.Writes:
		return "Fill a partition before MPI_Pready marks it as ready, and again only after a wait has completed the " +
			"request."
	}
	return "Use a partition of the receive only after MPI_Parrived of the same partition has returned flag = true, " +
		"or after a wait has completed the request."
}

// endOfClash says when the pending operation of a clash no longer uses the memory.
func (p *Pass) endOfClash(x *memory.Clash) string {
	if i, _ := p.Rank.Memory.PartitionIn(x); i >= 0 && x.With.Writes && !p.frees() {
		return fmt.Sprintf("%s, or MPI_Parrived finds that partition %d has arrived", endOfUse(x.With), i)
	}
	return endOfUse(x.With)
}

// frees reports whether the program frees memory.
func (p *Pass) frees() bool { return p.Program != nil && p.Program.Freed }
