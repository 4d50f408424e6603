package doubt_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/tracker/doubt"
)

// Each pair of places has its own bound and its own finding.
func TestTally(t *testing.T) {
	tally := doubt.New[[2]int]()
	here, there := [2]int{1, 2}, [2]int{2, 1}
	kept := 0
	for range 100 {
		if !tally.Full(here) {
			tally.Add(here)
			kept++
		}
	}
	assert.Equal(t, 4, kept)
	assert.False(t, tally.Full(there))
	assert.False(t, tally.Reported(here))
	tally.Report(here)
	assert.True(t, tally.Reported(here))
	assert.False(t, tally.Reported(there))
}
