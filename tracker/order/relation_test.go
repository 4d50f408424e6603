package order_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/tracker/order"
)

func TestRelate(t *testing.T) {
	c := order.New(2)
	early, late := c.At(0, 3), c.At(0, 9)
	assert.Equal(t, order.Unknown, c.Relate(&early, &late), "the clocks are not watched")
	c.Watch()
	c.Edge(late, 1, 5)
	told := c.At(1, 6)
	assert.Equal(t, order.InOrder, c.Relate(&early, &told))
	assert.Equal(t, order.Reversed, c.Relate(&told, &early))
	after := c.At(0, 12)
	assert.Equal(t, order.Unordered, c.Relate(&after, &told))
	c.Blur(1, 7)
	blurred := c.At(1, 8)
	assert.Equal(t, order.Unknown, c.Relate(&after, &blurred), "rank 1 may have learned anything")
	c.Blind()
	assert.Equal(t, order.Unknown, c.Relate(&after, &told))
}
