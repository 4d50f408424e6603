package match

// doubted counts, by the places of the program that a doubt is about, the doubts that are kept until it is
// known whether the program has ordered them by itself. One finding on the same places is enough.
type doubted[P comparable] struct {
	doubts map[P]int
	over   map[P]bool // reported
}

// maxTold bounds the doubts of the same places.
const maxTold = 4

func newDoubted[P comparable]() doubted[P] { return doubted[P]{map[P]int{}, map[P]bool{}} }

// enough reports whether no more doubts about the places are to be kept.
func (t *doubted[P]) enough(places P) bool { return t.doubts[places] >= maxTold }

func (t *doubted[P]) doubt(places P) { t.doubts[places]++ }

func (t *doubted[P]) reported(places P) bool { return t.over[places] }

func (t *doubted[P]) report(places P) { t.over[places] = true }
