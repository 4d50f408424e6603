package reading

// Bounds on the slots of a thread if Config.Slots is 0. A program with more distinct calls refills its slots.
const (
	mostSlots  = 256
	FewSlots   = 8       // with fewer, a thread has no slots
	slotsOfJob = 1 << 14 // in all ranks that one process reads, at about 1.5 kB each
)
