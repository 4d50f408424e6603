//go:build faulty

package main

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// sabotage breaks the core in the ways that a fault of its own could, for the
// tests of what the program sees then.
func sabotage(e *event.Event) {
	if e.Kind != calls.Put {
		return
	}
	switch e.A[4] { // target_disp
	case 1001:
		panic("sabotage")
	case 1002:
		var none *event.Event
		none.N++
	case 1003:
		var zero int64
		e.A[0] /= zero
	case 1004:
		c := []int{}
		c[e.A[4]]++
	}
}
