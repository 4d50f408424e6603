package order

// Relation is what is known of the order of two operations of different ranks.
type Relation uint8

// The relations.
const (
	Unknown   Relation = iota
	InOrder            // the first operation happened before the second
	Reversed           // the second operation happened before the first
	Unordered          // neither did
)

// Relate returns what is known of the order of two operations.
func (c *Clocks) Relate(a, b *Point) Relation {
	switch {
	case !c.watching:
	case Before(*a, *b):
		return InOrder
	case Before(*b, *a):
		return Reversed
	case !c.Vague(*a) && !c.Vague(*b) && !MayBefore(*a, *b) && !MayBefore(*b, *a):
		return Unordered
	}
	return Unknown
}
