package gpu

// clock holds, by stream number, how many pieces of the stream's work are known to be done.
type clock []int64

// join takes the maximum with another clock.
func (c *clock) join(o clock) {
	for i, n := range o {
		c.know(i, n)
	}
}

// know notes that the first n pieces of work of a stream are done.
func (c *clock) know(stream int, n int64) {
	for len(*c) <= stream {
		*c = append(*c, 0)
	}
	(*c)[stream] = max((*c)[stream], n)
}

// has reports whether piece n of a stream's work is known to be done.
func (c clock) has(stream int, n int64) bool { return stream < len(c) && c[stream] >= n }
