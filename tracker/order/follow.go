package order

import "slices"

// Follow makes a view that stays as it is until News tell it more. There is one at most.
func (c *Clocks) Follow(v *View) {
	c.news = &news{has: make([]bool, len(c.know))}
	*v = View{slices.Clone(c.know), c.watching, c.blind}
}

// HasNews reports whether what any rank knows has changed since News was called.
func (c *Clocks) HasNews() bool { return len(c.news.ranks) > 0 }

// News appends what has changed since it was called last.
func (c *Clocks) News(to []News) []News {
	for _, r := range c.news.ranks {
		c.news.has[r] = false
		to = append(to, News{c.know[r], r, c.watching, c.blind})
	}
	c.news.ranks = c.news.ranks[:0]
	return to
}
