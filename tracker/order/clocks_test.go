package order

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// members is a group.
type members []int32

func (m *members) Ranks() []int32      { return *m }
func (m *members) Has(rank int32) bool { return slices.Contains(*m, rank) }

// history runs clocks beside vector clocks that know everything: vector[i] holds how many records of each rank
// come before the next record of rank i.
type history struct {
	t       *testing.T
	rng     *rand.Rand
	clocks  *Clocks
	groups  []*members
	vector  [][]int64
	n       []int64 // records of each rank
	points  []Point
	knew    [][]int64 // beside points
	signals []Point   // not yet waited for
	knewAt  [][]int64
}

func newHistory(t *testing.T, seed uint64) *history {
	h := &history{t: t, rng: rand.New(rand.NewPCG(seed, 3))}
	ranks := 2 + h.rng.IntN(5)
	h.clocks, h.n = New(ranks), make([]int64, ranks)
	h.clocks.Watch()
	for range ranks {
		h.vector = append(h.vector, make([]int64, ranks))
	}
	all := make(members, ranks)
	for i := range all {
		all[i] = int32(i)
	}
	h.groups = []*members{&all}
	for range 3 {
		g := slices.Clone(all)
		h.rng.Shuffle(ranks, func(i, k int) { g[i], g[k] = g[k], g[i] })
		g = g[:1+h.rng.IntN(ranks)]
		h.groups = append(h.groups, &g)
	}
	return h
}

// learn adds the knowledge in another vector.
func learn(to, from []int64) {
	for i := range to {
		to[i] = max(to[i], from[i])
	}
}

// point makes an operation of a rank.
func (h *history) point() {
	r := int32(h.rng.IntN(len(h.n)))
	h.n[r]++
	h.points = append(h.points, h.clocks.At(r, h.n[r]))
	h.knew = append(h.knew, slices.Clone(h.vector[r]))
}

// meet lets a group make a collective call.
func (h *history) meet() {
	g := h.groups[h.rng.IntN(len(h.groups))]
	entered := make([]Point, len(*g))
	union := make([]int64, len(h.n))
	for i, r := range *g {
		h.n[r] += 1 + h.rng.Int64N(2)
		entered[i] = h.clocks.At(r, h.n[r])
		learn(union, h.vector[r])
		union[r] = h.n[r]
	}
	know := h.clocks.Meet(entered)
	for _, r := range *g {
		h.n[r]++
		h.clocks.Join(r, h.n[r], g, know)
		learn(h.vector[r], union)
	}
}

// signal lets a rank do something that another rank may wait for.
func (h *history) signal() {
	r := int32(h.rng.IntN(len(h.n)))
	h.n[r]++
	v := slices.Clone(h.vector[r])
	v[r] = h.n[r]
	h.signals, h.knewAt = append(h.signals, h.clocks.At(r, h.n[r])), append(h.knewAt, v)
}

// wait lets a rank wait for a signal.
func (h *history) wait() {
	if len(h.signals) == 0 {
		return
	}
	i, r := h.rng.IntN(len(h.signals)), int32(h.rng.IntN(len(h.n)))
	if h.signals[i].Rank == r {
		return
	}
	h.n[r]++
	h.clocks.Edge(h.signals[i], r, h.n[r])
	learn(h.vector[r], h.knewAt[i])
	h.signals, h.knewAt = slices.Delete(h.signals, i, i+1), slices.Delete(h.knewAt, i, i+1)
}

// secret gives a rank news that no match shows.
func (h *history) secret() {
	from, to := h.rng.IntN(len(h.n)), h.rng.IntN(len(h.n))
	h.n[to]++
	h.clocks.Heard(int32(to), h.n[to])
	if from != to {
		learn(h.vector[to], h.vector[from])
		h.vector[to][from] = max(h.vector[to][from], h.n[from])
	}
}

// before answers the question from the vectors.
func (h *history) before(a, b int) bool {
	x, y := h.points[a], h.points[b]
	if x.Rank == y.Rank {
		return x.N < y.N
	}
	return x.N <= h.knew[b][x.Rank]
}

// compare compares the clocks with the vectors; if there were secrets, the clocks may know less, but not more.
func (h *history) compare(secrets bool) {
	for a := range h.points {
		for b := range h.points {
			if a == b {
				continue
			}
			got, want := Before(h.points[a], h.points[b]), h.before(a, b)
			if got && !want || !secrets && got != want {
				h.t.Fatalf("%+v before %+v: %v, but %v is right", h.points[a], h.points[b], got, want)
			}
		}
	}
}

// TestBefore: on fully matched histories, the clocks agree with vector clocks. If ranks also learn of others in other
// ways, the clocks never say yes if vectors without these ways say no.
func TestBefore(t *testing.T) {
	for seed := range uint64(600) {
		h := newHistory(t, seed)
		secrets := seed%3 == 0
		for range 20 + h.rng.IntN(150) {
			switch h.rng.IntN(8) {
			case 0, 1, 2:
				h.point()
			case 3, 4:
				h.meet()
			case 5:
				h.signal()
			case 6:
				h.wait()
			case 7:
				if secrets {
					h.secret()
				}
			}
		}
		h.compare(secrets)
	}
}

// TestSure: where the clocks are sure of a rank's knowledge of another rank, the rank cannot have learned more in
// any way.
func TestSure(t *testing.T) {
	sure := 0
	for seed := range uint64(600) {
		h := newHistory(t, seed)
		start := slices.Clone(h.n)
		for range 60 {
			switch h.rng.IntN(4) {
			case 0, 1:
				h.meet()
			case 2:
				h.signal()
			case 3:
				if h.wait(); h.rng.IntN(2) == 0 {
					h.secret()
				}
			}
			for r := range h.n {
				for of := range h.n {
					if r == of || !h.clocks.Sure(int32(r), int32(of), start[r]) || h.vector[r][of] <= start[of] {
						continue
					}
					sure++
					require.Equal(t, h.vector[r][of], h.clocks.Known(int32(r), int32(of)), "seed %d: rank %d of rank %d", seed, r, of)
				}
			}
		}
	}
	assert.Greater(t, sure, 1000, "hardly ever sure")
}

// meetAt lets ranks 0 and 1 meet.
func meetAt(c *Clocks, a, b int64) Snapshot {
	return c.Meet([]Point{c.At(0, a), c.At(1, b)})
}

// Threads may enter two calls of all ranks in any order: neither call removes the knowledge that the other has given.
func TestMeetTwiceAtOnce(t *testing.T) {
	c, a, b := New(2), &members{0, 1}, &members{0, 1}
	first, second := meetAt(c, 10, 30), meetAt(c, 25, 12)
	for r := range int32(2) {
		c.Join(r, 40, a, first)
		c.Join(r, 41, b, second)
	}
	assert.EqualValues(t, 30, c.Known(0, 1))
	assert.EqualValues(t, 25, c.Known(1, 0))
}

// A rank that has returned from a call whose match is unknown is sure of nothing until the match is known.
func TestWait(t *testing.T) {
	c, g := New(2), &members{0, 1}
	assert.True(t, c.Sure(0, 1, 0))
	c.Wait(0)
	assert.False(t, c.Sure(0, 1, 0))
	know := meetAt(c, 1, 1)
	c.Settle(0, 0)
	c.Join(0, 2, g, know)
	assert.True(t, c.Sure(0, 1, 0))
	c.Wait(0)
	c.Settle(0, 7) // the match will never be known
	assert.False(t, c.Sure(0, 1, 5))
	assert.True(t, c.Sure(0, 1, 7))
}

// With more groups than are told apart, and more ranks than a snapshot lists besides its base, clocks know less, and
// never more.
func TestBounds(t *testing.T) {
	const ranks = 1 << 13
	c := New(ranks)
	for r := int32(1); r < ranks; r++ { // rank 0 hears of all ranks in turn
		c.Edge(c.At(r, 5), 0, int64(r))
		require.LessOrEqual(t, c.Known(0, r), int64(5))
	}
	assert.EqualValues(t, 5, c.Known(0, ranks-1), "the last one is kept")
	assert.False(t, c.Sure(0, 1, 0))

	c = New(3)
	var groups []*members
	for i := range 40 {
		g := &members{0, 1}
		groups = append(groups, g)
		c.Join(0, int64(i), g, meetAt(c, int64(i), int64(i)))
	}
	assert.False(t, c.Sure(0, 2, 30))
	assert.True(t, c.Sure(0, 1, 10))
	assert.Len(t, groups, 40)
	assert.EqualValues(t, 39, c.Known(0, 1))
}
