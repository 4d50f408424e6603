package end

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// plain is a small graph in the form that the test uses.
type plain struct {
	ranks int
	state []state
	any   []bool
	to    [][]int32
}

func (p *plain) graph() *graph {
	g := newGraph(p.ranks)
	for i := range p.state {
		switch {
		case i >= p.ranks:
			g.group(p.any[i], p.to[i])
		case p.state[i] == isGone:
			g.leave(i)
		case p.state[i] == isWaiting:
			g.wait(i, p.any[i], p.to[i])
		}
	}
	g.solve()
	return g
}

// goesOn returns which nodes can continue, by visiting all nodes until nothing changes.
func (p *plain) goesOn() []bool {
	ok := make([]bool, len(p.state))
	for changed := true; changed; {
		changed = false
		for i := range p.state {
			on := p.state[i] == isFree
			if p.state[i] == isWaiting {
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
		s := []state{isWaiting, isWaiting, isWaiting, isFree, isGone}[r.IntN(5)]
		var to []int32
		if i >= p.ranks {
			s = isWaiting
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

// The nodes that wait forever are those that repeated passes over all nodes find. The ranks of every core wait forever
// for each other. Every rank that waits forever is in a core, waits for ranks that are gone, or waits for such a rank.
func TestGraph(t *testing.T) {
	cores := 0
	for seed := range uint64(20000) {
		p := randomGraph(rand.New(rand.NewPCG(seed, 1)))
		g, ok := p.graph(), p.goesOn()
		explained := map[int32]bool{}
		var roots []int32
		for i := range p.ranks {
			require.Equal(t, p.state[i] == isWaiting && !ok[i], g.doomed(int32(i)), "seed %d: node %d of %+v", seed, i, p)
			if g.lost(int32(i)) {
				roots = append(roots, int32(i))
			}
		}
		for _, core := range g.cores() {
			cores++
			require.NotEmpty(t, core)
			for _, r := range core {
				require.True(t, g.doomed(r), "seed %d", seed)
			}
			roots = append(roots, core...)
		}
		for _, r := range append(roots, g.waitFor(roots)...) {
			explained[r] = true
		}
		for i := range p.ranks {
			require.Equal(t, g.doomed(int32(i)), explained[int32(i)], "seed %d: node %d of %+v", seed, i, p)
		}
	}
	assert.Greater(t, cores, 1000)
}

// TestCore: the ranks that wait for each other are the core; ranks that only wait for the core are not in it.
func TestCore(t *testing.T) {
	g := newGraph(6)
	row := g.group(false, []int32{1, 3})
	for _, r := range []int{0, 2, 4} { // in a collective call that ranks 1 and 3 do not reach
		g.wait(r, false, []int32{row})
	}
	g.wait(1, false, []int32{3})
	g.wait(3, false, []int32{4})
	g.solve()
	assert.Equal(t, [][]int32{{1, 3, 4}}, g.cores())
	assert.Equal(t, []int32{0, 2}, g.waitFor([]int32{1, 3, 4}))
	assert.False(t, g.doomed(5))
}

// A ring of many ranks is a single core.
func TestLongRing(t *testing.T) {
	const n = 10000
	g := newGraph(n)
	for i := range n {
		g.wait(i, false, []int32{int32((i + 1) % n)})
	}
	g.solve()
	cores := g.cores()
	require.Len(t, cores, 1)
	assert.Len(t, cores[0], n)
	assert.True(t, slices.IsSorted(cores[0]))
}
