package doubt

// Tally counts doubts by their places in the program. A single finding for the same places is enough, so few
// doubts of the same places are kept. A single goroutine uses it.
type Tally[P comparable] struct {
	kept     map[P]int
	reported map[P]bool
}

// most bounds the doubts of the same places: the first of them may turn out to be ordered, and the last not.
const most = 4

// New returns a tally without doubts.
func New[P comparable]() Tally[P] { return Tally[P]{map[P]int{}, map[P]bool{}} }

// Full reports whether no more doubts about the places are to be kept.
func (t *Tally[P]) Full(places P) bool { return t.kept[places] >= most }

// Add counts a doubt about the places.
func (t *Tally[P]) Add(places P) { t.kept[places]++ }

// Reported reports whether there is a finding on the places.
func (t *Tally[P]) Reported(places P) bool { return t.reported[places] }

// Report notes that there is a finding on the places.
func (t *Tally[P]) Report(places P) { t.reported[places] = true }
