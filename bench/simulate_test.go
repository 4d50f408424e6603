package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// TestSimulate: the synthetic logs are whole, and have no findings.
func TestSimulate(t *testing.T) {
	for _, p := range []*program{putFlush, halo, hammer, exchange, sums, farm} {
		for _, ranks := range []int{2, 5} {
			path, n, err := simulate(t.TempDir(), p, ranks, 5000)
			require.NoError(t, err)
			j, err := check.Log(path, rules.All, check.Options{})
			require.NoError(t, err)
			assert.EqualValues(t, n, j.Records, p.name)
			assert.True(t, j.Complete, "%s: %v", p.name, j.Coverage)
			for _, f := range j.Findings {
				if p.notes && f.Severity == rules.Note {
					continue
				}
				t.Errorf("%s on %d ranks: %s: %s", p.name, ranks, f.Rule.ID, f.Message)
			}
			require.NoError(t, j.Log.Close())
		}
	}
}

// TestSimulateStuck: the ranks of a ring wait for each other.
func TestSimulateStuck(t *testing.T) {
	path, _, err := simulate(t.TempDir(), stuckRing, 50, 10)
	require.NoError(t, err)
	j, err := check.Log(path, rules.All, check.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, j.Findings)
	require.Equal(t, rules.Deadlock, j.Findings[0].Rule)
	require.Len(t, j.Findings[0].Ranks, 50)
	require.NoError(t, j.Log.Close())
}

// TestDrain: the drain reads as many records as the ring holds, each time.
func TestDrain(t *testing.T) {
	d, err := newDrain(drainCase{putFlush, 2, 1}, t.TempDir()+"/segment", true, true)
	require.NoError(t, err)
	for range 3 {
		assert.Equal(t, ringSlots/4*3, d.lap(), "3 records in 4 slots")
	}
	assert.Nil(t, d.found)
	require.NoError(t, d.w.Close())
	assert.EqualValues(t, 3*ringSlots/4*3, d.w.Records())
}
