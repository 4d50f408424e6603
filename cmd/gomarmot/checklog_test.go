package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A log that takes minutes is announced, a shorter log is not.
func TestLongCheck(t *testing.T) {
	assert.Empty(t, longCheck(mostSilent-1, "run.log"))
	assert.Equal(t, "checking 30,000,000 records takes about 1 minute; Ctrl-C ends the check, and gomarmot report "+
		"run.log begins it again", longCheck(mostSilent, "run.log"))
	assert.Equal(t, "checking 400,000,000 records takes about 5 minutes; Ctrl-C ends the check, and gomarmot report "+
		"'my log' begins it again", longCheck(400_000_000, "my log"))
}
