package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// TestThread001Created: the program creates a thread that makes no MPI calls.
func TestThread001Created(t *testing.T) {
	for level, reported := range map[string]bool{"MPI_THREAD_SINGLE": true, "MPI_THREAD_FUNNELED": false, "": false} {
		j := replay.New(t, 1)
		j.ThreadLevel = level
		r := j.Rank(0)
		r.Event(event.Created)
		j.Finalize()
		if !reported {
			j.Silent()
			continue
		}
		f := found(t, j, "THREAD001", "MPI_Init provides MPI_THREAD_SINGLE, but the program has several threads")
		assert.Equal(t, rules.Note, f.Severity)
		assert.Len(t, f.Related, 1)
	}
}

// TestThread001CreatedAndCalls: calls of the thread are the finding.
func TestThread001CreatedAndCalls(t *testing.T) {
	j := replay.New(t, 1)
	j.ThreadLevel = "MPI_THREAD_SINGLE"
	r := j.Rank(0)
	startThread(r, 1, "MPI_Send")
	r.Event(event.Created)
	j.Finalize()
	found(t, j, "THREAD001", "thread 1 calls MPI_Send, but the library provides MPI_THREAD_SINGLE")
}
