//go:build !faulty

package main

import "github.com/gomarmot/gomarmot/pmpi/event"

// sabotage does nothing; see fault_on.go.
func sabotage(*event.Event) {}
