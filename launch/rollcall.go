package launch

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// State is the activity of a rank, as far as its pulses say. Among groups of the same size, RollCall puts the first
// state first.
type State int

// The states.
const (
	Silent  State = iota // the rank has written no pulse for long
	Absent               // the rank has written no pulse so far
	Outside              // see logdir.Doing
	Polling
	Waiting
	Calling
	Ended
)

// states translates the activity in a pulse.
var states = map[logdir.Doing]State{
	logdir.Calling: Calling, logdir.Waiting: Waiting, logdir.Outside: Outside, logdir.Polling: Polling,
}

// Group describes ranks that do the same at the same place.
type Group struct {
	State State
	Spot  logdir.Spot // of the first rank; where a silent rank was last seen
	Place string      // of Spot, in words; "": unknown
	Ranks []int
	Hosts []string // the hosts of the ranks
	// Shortest and Longest bound the times for which the ranks have been in this state.
	Shortest, Longest time.Duration
}

// groupKey is the common part of the states of a group's ranks.
type groupKey struct {
	state State
	spot  logdir.Spot // without PC, and without the parts that place describes
	place string
}

// member is a rank, and the time for which it has been in its state.
type member struct {
	rank int
	host string
	spot logdir.Spot
	time time.Duration
}

// RollCall groups the ranks, as Look has seen them: first the groups with the fewest ranks, last the ranks that have
// ended. place describes the place of a call of a rank.
func (p *Progress) RollCall(s Sight, now time.Time, place func(rank int, at logdir.Spot) string) []Group {
	members := map[groupKey][]member{}
	for _, rank := range slices.Sorted(maps.Keys(p.ranks)) {
		h := p.ranks[rank]
		key, m := groupKey{state: states[h.Doing]}, member{rank: rank, host: h.Host, time: h.In + now.Sub(h.at)}
		switch {
		case h.Ended:
			key.state, m.time = Ended, 0
		case p.silent(h, now):
			key.state, m.time = Silent, now.Sub(h.at)
		}
		if key.state != Ended && key.state != Calling {
			m.spot = h.Spot
			key.spot.Call, key.place = h.Spot.Call, place(rank, h.Spot)
		}
		members[key] = append(members[key], m)
	}
	var out []Group
	for key, list := range members {
		out = append(out, byTime(key, list)...)
	}
	if absent := p.absent(s.Size); len(absent) > 0 && s.Heard > 0 {
		out = append(out, Group{State: Absent, Ranks: absent})
	}
	slices.SortFunc(out, oddFirst)
	return out
}

// absent returns the ranks of a job of this size that have written no pulse.
func (p *Progress) absent(size int) (ranks []int) {
	for rank := range size {
		if p.ranks[rank] == nil {
			ranks = append(ranks, rank)
		}
	}
	return ranks
}

// apart is the difference between the times of ranks at the same place from which on they are two groups: a rank that
// came much earlier is in another round of a loop.
const apart = 10 * time.Second

// byTime makes groups of the ranks that do the same at the same place.
func byTime(key groupKey, list []member) (out []Group) {
	slices.SortStableFunc(list, func(a, b member) int { return cmp.Compare(a.time, b.time) })
	for i := range list {
		m := &list[i]
		if i == 0 || m.time-list[i-1].time > apart && key.state != Ended {
			out = append(out, Group{State: key.state, Spot: m.spot, Place: key.place, Shortest: m.time})
		}
		g := &out[len(out)-1]
		g.Ranks, g.Longest = append(g.Ranks, m.rank), m.time
		if !slices.Contains(g.Hosts, m.host) {
			g.Hosts = append(g.Hosts, m.host)
		}
	}
	for i := range out {
		slices.Sort(out[i].Ranks)
		slices.Sort(out[i].Hosts)
	}
	return out
}

func oddFirst(a, b Group) int {
	ended := func(g Group) int {
		if g.State == Ended {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(ended(a), ended(b)), cmp.Compare(len(a.Ranks), len(b.Ranks)),
		cmp.Compare(a.State, b.State), cmp.Compare(b.Longest, a.Longest), cmp.Compare(a.Ranks[0], b.Ranks[0]))
}
