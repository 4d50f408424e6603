package end_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/tracker/end"
)

// plain is a small graph as a test sees it.
type plain struct {
	ranks int
	state []end.State
	any   []bool
	to    [][]int32
}

func (p *plain) graph() *end.Graph {
	g := end.NewGraph(p.ranks)
	for i := range p.state {
		switch {
		case i >= p.ranks:
			g.Group(p.any[i], p.to[i])
		case p.state[i] == end.Gone:
			g.Leave(i)
		case p.state[i] == end.Waits:
			g.Wait(i, p.any[i], p.to[i])
		}
	}
	g.Solve()
	return g
}

// goesOn finds out, again and again over all nodes, which ones go on.
func (p *plain) goesOn() []bool {
	ok := make([]bool, len(p.state))
	for changed := true; changed; {
		changed = false
		for i := range p.state {
			on := p.state[i] == end.Free
			if p.state[i] == end.Waits {
				some, all := len(p.to[i]) == 0, true
				for _, t := range p.to[i] {
					some, all = some || ok[t], all && ok[t]
				}
				on = all || p.any[i] && some
			}
			if on && !ok[i] {
				ok[i], changed = true, true
			}
		}
	}
	return ok
}

func randomGraph(r *rand.Rand) *plain {
	p := &plain{ranks: 1 + r.IntN(7)}
	n := p.ranks + r.IntN(3)
	for i := range n {
		s := []end.State{end.Waits, end.Waits, end.Waits, end.Free, end.Gone}[r.IntN(5)]
		var to []int32
		if i >= p.ranks {
			s = end.Waits
		}
		for range 1 + r.IntN(3) {
			most := n
			if i >= p.ranks {
				most = p.ranks // groups are of ranks
			}
			to = append(to, int32(r.IntN(most)))
		}
		p.state, p.any, p.to = append(p.state, s), append(p.any, r.IntN(3) == 0), append(p.to, to)
	}
	return p
}

// Who waits forever is the same as by going through all nodes again and again; every core waits
// forever for its own ranks; and every rank that waits forever is in a core, waits for ranks that are gone,
// or is behind one of these.
func TestGraph(t *testing.T) {
	cores := 0
	for seed := range uint64(20000) {
		p := randomGraph(rand.New(rand.NewPCG(seed, 1)))
		g, ok := p.graph(), p.goesOn()
		explained := map[int32]bool{}
		var roots []int32
		for i := range p.ranks {
			require.Equal(t, p.state[i] == end.Waits && !ok[i], g.Doomed(int32(i)), "seed %d: node %d of %+v", seed, i, p)
			if g.Lost(int32(i)) {
				roots = append(roots, int32(i))
			}
		}
		for _, core := range g.Cores() {
			cores++
			require.NotEmpty(t, core)
			for _, r := range core {
				require.True(t, g.Doomed(r), "seed %d", seed)
			}
			roots = append(roots, core...)
		}
		for _, r := range append(roots, g.Behind(roots)...) {
			explained[r] = true
		}
		for i := range p.ranks {
			require.Equal(t, g.Doomed(int32(i)), explained[int32(i)], "seed %d: node %d of %+v", seed, i, p)
		}
	}
	assert.Greater(t, cores, 1000)
}

// A part in which all wait for each other is the core, and who only waits for it is behind it.
func TestCore(t *testing.T) {
	g := end.NewGraph(6)
	row := g.Group(false, []int32{1, 3})
	for _, r := range []int{0, 2, 4} { // in a collective call which ranks 1 and 3 do not reach
		g.Wait(r, false, []int32{row})
	}
	g.Wait(1, false, []int32{3})
	g.Wait(3, false, []int32{4})
	g.Solve()
	assert.Equal(t, [][]int32{{1, 3, 4}}, g.Cores())
	assert.Equal(t, []int32{0, 2}, g.Behind([]int32{1, 3, 4}))
	assert.False(t, g.Doomed(5))
}

// A ring of many ranks is one core.
func TestLongRing(t *testing.T) {
	const n = 10000
	g := end.NewGraph(n)
	for i := range n {
		g.Wait(i, false, []int32{int32((i + 1) % n)})
	}
	g.Solve()
	cores := g.Cores()
	require.Len(t, cores, 1)
	assert.Len(t, cores[0], n)
	assert.True(t, slices.IsSorted(cores[0]))
}
