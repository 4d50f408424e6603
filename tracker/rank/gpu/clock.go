package gpu

// clock has, for each stream by number, how much of its work is known to be done.
type clock []int64

// join adds what another clock has.
func (c *clock) join(o clock) {
	for i, n := range o {
		c.know(i, n)
	}
}

// know adds that the first n pieces of work of a stream are done.
func (c *clock) know(stream int, n int64) {
	for len(*c) <= stream {
		*c = append(*c, 0)
	}
	(*c)[stream] = max((*c)[stream], n)
}

// has reports whether piece n of a stream's work is known to be done.
func (c clock) has(stream int, n int64) bool { return stream < len(c) && c[stream] >= n }
