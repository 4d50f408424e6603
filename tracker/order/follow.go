package order

import "slices"

// Follow makes a view that changes only when it is told News. There is at most one such view.
func (c *Clocks) Follow(v *View) {
	c.news = &news{has: make([]bool, len(c.know))}
	*v = View{slices.Clone(c.know), c.watching, c.blind}
}

// HasNews reports whether the knowledge of any rank has changed since the last call of News.
func (c *Clocks) HasNews() bool { return len(c.news.ranks) > 0 }

// News appends the changes since its last call.
func (c *Clocks) News(to []News) []News {
	for _, r := range c.news.ranks {
		c.news.has[r] = false
		to = append(to, News{c.know[r], r, c.watching, c.blind})
	}
	c.news.ranks = c.news.ranks[:0]
	return to
}
