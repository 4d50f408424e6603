package signal

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Limits of searches: the changes of a place, the steps of a search, and the steps of all searches for a place.
const (
	mostSerial     = 64
	mostSteps      = 1 << 12
	mostStepsInAll = 1 << 15
)

// serial searches for an order in which all changes of a place may have taken effect: each call has fetched the value
// that the call before it has left, and the calls of each rank took effect in their order.
type serial struct {
	ranks [][]*mark // calls by rank, in their order
	at    []int     // by rank: the number of calls that have taken effect
	steps int
	tried map[string]bool // what has been found to lead nowhere
	// change comes before fetch; nil: in any order.
	change, fetch *value
	changed       bool // change has taken effect
}

// newSerial returns a search for an order of changes, and of another call, unless that is nil.
func newSerial(changes []*mark, other *mark) *serial {
	byRank := map[int32][]*mark{}
	all := slices.Clone(changes)
	if other != nil {
		all = append(all, other)
	}
	slices.SortFunc(all, func(a, b *mark) int { return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.N, b.N)) })
	s := &serial{tried: map[string]bool{}}
	for _, m := range all {
		byRank[m.Rank] = append(byRank[m.Rank], m)
	}
	for _, m := range all {
		if list := byRank[m.Rank]; list[0] == m {
			s.ranks = append(s.ranks, list)
		}
	}
	s.at = make([]int, len(s.ranks))
	return s
}

// tooLong reports whether the search has been given up.
func (s *serial) tooLong() bool { return s.steps >= mostSteps }

// search reports whether the calls that are left may take effect in some order, now that the place has a value, which
// is unknown with any.
func (s *serial) search(value int64, any bool) bool {
	if s.steps++; s.tooLong() {
		return true
	}
	key := s.key(value, any)
	if s.tried[key] {
		return false
	}
	over := true
	for r, list := range s.ranks {
		if s.at[r] == len(list) {
			continue
		}
		over = false
		v := list[s.at[r]].value
		if v.hasFetched && !any && v.fetched != value || v == s.fetch && !s.changed {
			continue
		}
		left, known := v.leaves()
		if !known { // it only fetches
			left = v.fetched
		}
		s.at[r]++
		s.changed = s.changed || v == s.change
		if s.search(left, false) {
			return true
		}
		s.at[r]--
		s.changed = s.changed && v != s.change
	}
	s.tried[key] = true
	return over
}

// key describes the state of the search.
func (s *serial) key(value int64, any bool) string {
	b := make([]byte, 0, len(s.at)+9)
	for _, n := range s.at {
		b = append(b, byte(n))
	}
	if b = binary.LittleEndian.AppendUint64(b, uint64(value)); any {
		b = append(b, 1)
	}
	return string(b)
}
