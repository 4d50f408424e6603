package order

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRelate(t *testing.T) {
	c := New(2)
	early, late := c.At(0, 3), c.At(0, 9)
	assert.Equal(t, unknown, c.Relate(&early, &late), "the clocks are not watched")
	c.Watch()
	c.Edge(late, 1, 5)
	told := c.At(1, 6)
	assert.Equal(t, inOrder, c.Relate(&early, &told))
	assert.Equal(t, reversed, c.Relate(&told, &early))
	after := c.At(0, 12)
	assert.Equal(t, unordered, c.Relate(&after, &told))
	c.Blur(1, 7)
	blurred := c.At(1, 8)
	assert.Equal(t, unknown, c.Relate(&after, &blurred), "rank 1 may have learned anything")
	c.Blind()
	assert.Equal(t, unknown, c.Relate(&after, &told))
}
