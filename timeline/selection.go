package timeline

// chooser keeps an even selection of links: all of them at first, then every second, fourth, eighth ... link of
// each group.
type chooser[T any] struct {
	limit  int
	stride int64
	seen   int64
	groups map[string]int64 // links seen by group
	kept   []numbered[T]
}

type numbered[T any] struct {
	n    int64 // in its group
	link T
}

func newChooser[T any](limit int) chooser[T] {
	return chooser[T]{limit: limit, stride: 1, groups: map[string]int64{}}
}

// wants counts a link of the group, and reports whether to keep the link. If so, the caller passes the link and the
// returned number to keep.
func (c *chooser[T]) wants(group string) (int64, bool) {
	c.seen++
	n := c.groups[group]
	c.groups[group]++
	return n, n%c.stride == 0
}

// wantsAny is like wants, for links without groups. Its selection is scattered: if a program repeats a few messages in
// turn, every second, fourth ... of them might always be the same message.
func (c *chooser[T]) wantsAny() (int64, bool) {
	const golden = 0x9e3779b97f4a7c15
	n := int64(uint64(c.seen) * golden >> 16)
	c.seen++
	return n, n%c.stride == 0
}

func (c *chooser[T]) keep(n int64, link T) {
	c.kept = append(c.kept, numbered[T]{n, link})
	for len(c.kept) > c.limit {
		before := len(c.kept)
		c.stride *= 2
		kept := c.kept[:0]
		for _, k := range c.kept {
			if k.n%c.stride == 0 {
				kept = append(kept, k)
			}
		}
		clear(c.kept[len(kept):])
		c.kept = kept
		if len(kept) == before { // the first link of each of very many groups
			c.kept = kept[:c.limit]
		}
	}
}
