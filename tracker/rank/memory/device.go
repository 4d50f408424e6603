package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// devices holds the allocations of accelerators in which buffers of calls lie.
type devices struct {
	list    []device
	refused bool // MPI cannot access some of them
}

// device is an allocation of an accelerator, and why MPI cannot access it.
type device struct {
	span
	refused event.Refusal
}

// mostDevices bounds the allocations: the latest are kept.
const mostDevices = 256

func (d *devices) add(lo, hi int64, refused event.Refusal) {
	if len(d.list) == mostDevices {
		d.list = d.list[1:]
	}
	d.list = append(d.list, device{span{lo, hi}, refused})
	d.refused = d.refused || refused != event.NotRefused
}

// at returns the latest allocation that an address lies in; nil if there is none.
func (d *devices) at(at int64) *device {
	for i := len(d.list) - 1; i >= 0; i-- {
		if s := &d.list[i]; s.lo <= at && at < s.hi {
			return s
		}
	}
	return nil
}
