package requests

import (
	"github.com/gomarmot/gomarmot/tracker"
)

// Partitions are the partitions of a partitioned send or receive, with a mark for each partition that is ready or has
// arrived since the operation was started.
type Partitions struct {
	N     int64
	Ready int64
	// unsure: a call that marks partitions has failed, or has named a partition that does not exist.
	unsure bool
	Round  int64 // times started
	bits   []uint64
	by     map[int64]tracker.Site // for the first maxMarked partitions: the call that marked the partition
	// Repeated is how often, since the operation was started, a call marked a partition that was ready already;
	// Again is the last such call.
	Repeated int64
	Again    tracker.Site
	// Asked is the last MPI_Parrived since the operation was started.
	Asked AskedPart
}

// AskedPart is an MPI_Parrived: it asked whether a partition has arrived. By is zero if there is no such call.
type AskedPart struct {
	By        tracker.Site
	Partition int64
	Found     bool
}

// maxMarked bounds the partitions whose marking call is kept.
const maxMarked = 64

func NewPartitions(n int64) *Partitions { return &Partitions{N: max(n, 0)} }

// restart begins the next operation.
func (p *Partitions) restart() {
	if p != nil {
		p.Ready, p.unsure, p.Asked = 0, false, AskedPart{}
		p.Repeated, p.Again = 0, tracker.Site{}
		p.Round++
		clear(p.bits)
		clear(p.by)
	}
}

// Has reports whether there is a partition i.
func (p *Partitions) Has(i int64) bool { return i >= 0 && i < p.N }

// IsReady reports whether partition i is marked, and the call that marked it, zero if unknown.
func (p *Partitions) IsReady(i int64) (bool, tracker.Site) {
	if !p.Has(i) || int(i>>6) >= len(p.bits) || p.bits[i>>6]>>(i&63)&1 == 0 {
		return false, tracker.Site{}
	}
	return true, p.by[i]
}

// Missing returns the first partitions that are certainly not ready, at most so many.
func (p *Partitions) Missing(most int) (missing []int) {
	if p.Ready == p.N || p.unsure {
		return nil
	}
	for i := int64(0); i < p.N && len(missing) < most; i++ {
		if ready, _ := p.IsReady(i); !ready {
			missing = append(missing, int(i))
		}
	}
	return missing
}

func (p *Partitions) Mark(i int64, by tracker.Site) {
	if ready, _ := p.IsReady(i); ready || !p.Has(i) {
		return
	}
	if len(p.bits) == 0 {
		p.bits = make([]uint64, (p.N+63)>>6)
	}
	p.bits[i>>6] |= 1 << (i & 63)
	p.Ready++
	if i < maxMarked {
		if p.by == nil {
			p.by = map[int64]tracker.Site{}
		}
		p.by[i] = by
	}
}
