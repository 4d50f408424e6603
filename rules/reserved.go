package rules

import "strings"

// Reserved is an ID whose rule is planned and not built yet. It is taken: logs,
// baselines and suppressions may name it one day, so it can mean nothing else.
type Reserved struct {
	ID      string
	Title   string // as that of a rule
	Watches string // what the rule will look at, one sentence
}

// Reserve lists the reserved IDs, by family. An ID moves from here to All when
// its rule is built. It never disappears and never gets another meaning.
var Reserve = []Reserved{}

// ReservedByID returns the reserved ID (in any case), or nil.
func ReservedByID(id string) *Reserved {
	for i := range Reserve {
		if strings.EqualFold(Reserve[i].ID, id) {
			return &Reserve[i]
		}
	}
	return nil
}
