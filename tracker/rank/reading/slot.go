package reading

import (
	"cmp"
)

// Bounds of the slots of a thread where Config.Slots is 0. A program with more distinct calls fills them again.
const (
	mostSlots  = 256
	FewSlots   = 8       // fewer are none
	slotsOfJob = 1 << 14 // of all ranks that one process reads; they take about 1.5 kB each
)

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
