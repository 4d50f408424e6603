package order

// Relation is the known order of two operations of different ranks.
type Relation uint8

// The relations.
const (
	unknown   Relation = iota
	inOrder            // the first operation happened before the second
	reversed           // the second operation happened before the first
	unordered          // neither did
)

// Relate returns the known order of two operations.
func (c *Clocks) Relate(a, b *Point) Relation {
	switch {
	case !c.watching:
	case Before(*a, *b):
		return inOrder
	case Before(*b, *a):
		return reversed
	case !c.Vague(*a) && !c.Vague(*b) && !mayBefore(*a, *b) && !mayBefore(*b, *a):
		return unordered
	}
	return unknown
}
