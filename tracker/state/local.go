package state

// Touch: placeholder
type Touch struct{}
