package reading

// Bounds of the slots of a thread where Config.Slots is 0. A program with more distinct calls fills them again.
const (
	mostSlots  = 256
	FewSlots   = 8       // fewer are none
	slotsOfJob = 1 << 14 // of all ranks that one process reads; they take about 1.5 kB each
)
