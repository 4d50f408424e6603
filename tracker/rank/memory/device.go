package memory

import "slices"

// devices holds the allocations of accelerators in which buffers of calls lie.
type devices struct{ list []span }

// mostDevices bounds the allocations: the latest are kept.
const mostDevices = 256

func (d *devices) add(lo, hi int64) {
	if len(d.list) == mostDevices {
		d.list = d.list[1:]
	}
	d.list = append(d.list, span{lo, hi})
}

// has reports whether an address lies in any of the allocations.
func (d *devices) has(at int64) bool {
	return slices.ContainsFunc(d.list, func(s span) bool { return s.lo <= at && at < s.hi })
}
