// Package state follows one rank in program order: its objects, epochs and
// requests. Feed and Apply take its events; rank rules look at the state between
// the two, and an op goes out for each side of a call that other ranks may meet.
package state
