package main

import "github.com/gomarmot/gomarmot/pmpi/event"

// checker is what runs beside the program: a rank's tracker and its rules.
// Both methods are called on the drain's thread.
type checker interface {
	// Event is given every event of this rank in order of time. The event,
	// its blob too, is only valid during the call.
	Event(*event.Event)
	// Finish is called once after the last event.
	Finish()
}

// newChecker makes the live checker of a rank; nil if there is none. Findings
// go to the error stream and to the journal.
func newChecker(*process, *journal) checker { return nil }
