package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrap(t *testing.T) {
	assert.Equal(t, []string{"one two", "three"}, wrap("one two three", 8))
	assert.Equal(t, []string{"a", "/long/path/stays/whole", "b"}, wrap("a /long/path/stays/whole b", 8))
	assert.Equal(t, []string{"first", "", "second"}, wrap(" first\n\nsecond\n", 20))
	assert.Equal(t, []string{"größer"}, wrap("größer", 6))
	assert.Equal(t, []string{""}, wrap("", 6))
}
