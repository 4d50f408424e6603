package lock_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// Small random programs of locks, exposure epochs, messages and barriers. The test works out their order again,
// with a whole clock for each call: each finding must be true, and if there is anything to find, something is
// found. The judge takes the calls of the ranks in any order in which a call comes after the calls that it waits
// for.

const (
	lockRanks   = 4
	lockWindows = 2
)

// stretch is a lock or an exposure epoch.
type stretch struct {
	rank, win, target int // target < 0: all targets
	exclusive         bool
	noCheck           bool
	post              bool
	pc                uint64
	from              []int      // how many steps of each rank were past when the stretch began
	begin, end        int        // steps of its rank; end 0: the stretch has not ended
	sure              int        // the step at which the rank has the lock for certain
	inside            []*stretch // other locks that the rank held when it began
}

// tangle is a random program.
type tangle struct {
	rng    *rand.Rand
	steps  [lockRanks][]act
	clock  [lockRanks][]int
	held   [lockRanks][]*stretch
	posted [lockWindows][lockRanks]*stretch
	all    []*stretch
	gates  bool
	deep   bool
	pc     uint64
	lines  []string
}

// act is the next step of a rank, which comes after certain acts of other ranks.
type act struct {
	do    func(j *job)
	after [][2]int // a rank, and the number of its acts
}

// do adds a call at a new place.
func (p *tangle) do(rank int, what string, f func(j *job), after ...[2]int) uint64 {
	p.pc++
	pc := p.pc
	p.steps[rank] = append(p.steps[rank], act{func(j *job) { j.pc = pc - 1; f(j) }, after})
	p.clock[rank][rank]++
	p.lines = append(p.lines, fmt.Sprintf("%d: rank %d %s", pc, rank, what))
	return pc
}

// run hands the program to a judge in an order drawn from the seed.
func (p *tangle) run(seed uint64) []fact.Fact {
	j := newJob(lockRanks)
	rng := rand.New(rand.NewPCG(seed, 7))
	var at [lockRanks]int
	for {
		var free []int
		for r := range lockRanks {
			late := func(need [2]int) bool { return at[need[0]] < need[1] }
			if at[r] < len(p.steps[r]) && !slices.ContainsFunc(p.steps[r][at[r]].after, late) {
				free = append(free, r)
			}
		}
		if len(free) == 0 {
			break
		}
		r := free[rng.IntN(len(free))]
		p.steps[r][at[r]].do(j)
		at[r]++
	}
	j.judge.Finish()
	return j.facts
}

func (p *tangle) join(rank int, clock []int) {
	for i := range clock {
		p.clock[rank][i] = max(p.clock[rank][i], clock[i])
	}
}

func (p *tangle) begin(s *stretch, f func(j *job)) {
	s.from = slices.Clone(p.clock[s.rank])
	s.pc = p.do(s.rank, fmt.Sprintf("%+v", *s), f)
	s.begin = p.clock[s.rank][s.rank]
	p.all = append(p.all, s)
}

func (p *tangle) lock() {
	s := &stretch{rank: p.rng.IntN(lockRanks), win: p.rng.IntN(lockWindows), target: p.rng.IntN(lockRanks+1) - 1,
		exclusive: p.rng.IntN(2) == 0, noCheck: p.rng.IntN(3) == 0}
	if p.deep { // many circles, of more ranks too
		s.win, s.noCheck, s.exclusive, s.target = 0, false, true, p.rng.IntN(lockRanks)
	}
	for _, h := range p.held[s.rank] {
		if h.win == s.win && (h.target == s.target || h.target < 0 || s.target < 0) {
			return
		}
	}
	if !p.gates && len(p.held[s.rank]) > 0 && p.rng.IntN(2) == 0 {
		return
	}
	s.inside = slices.Clone(p.held[s.rank])
	if s.target < 0 {
		s.exclusive = false
	}
	assert := int64(0)
	if s.noCheck {
		assert = noCheck
	}
	p.begin(s, func(j *job) { j.lock(s.rank, uint64(1+s.win), int32(s.target), s.exclusive, assert) })
	if s.target == s.rank {
		s.sure = s.begin
	}
	p.held[s.rank] = append(p.held[s.rank], s)
}

func (p *tangle) unlock() {
	rank := p.rng.IntN(lockRanks)
	if len(p.held[rank]) == 0 {
		return
	}
	i := p.rng.IntN(len(p.held[rank]))
	s := p.held[rank][i]
	p.do(rank, fmt.Sprint("unlocks ", s.pc), func(j *job) { j.unlock(rank, uint64(1+s.win), int32(s.target)) })
	s.end = p.clock[rank][rank]
	for _, h := range p.held[rank][i:] { // the rank holds fewer locks from now on
		if h.sure == 0 {
			h.sure = s.end
		}
	}
	p.held[rank] = slices.Delete(p.held[rank], i, i+1)
}

// expose begins an exposure epoch without accesses, or ends one; then its rank waits for the origin.
func (p *tangle) expose() {
	w, t := p.rng.IntN(lockWindows), p.rng.IntN(lockRanks)
	if s := p.posted[w][t]; s != nil {
		p.after((t+1)%lockRanks, t, fmt.Sprint("ends ", s.pc), func(j *job) { j.wait(t, uint64(1+w)) })
		s.end, p.posted[w][t] = p.clock[t][t], nil
		return
	}
	s := &stretch{rank: t, win: w, target: t, post: true}
	p.begin(s, func(j *job) { j.post(t, uint64(1+w)) })
	p.posted[w][t] = s
}

// after lets a rank make a call that waits for everything that another rank has done.
func (p *tangle) after(from, to int, what string, f func(j *job)) {
	var sent order.Point
	p.do(from, "sends", func(j *job) {
		sent = j.clocks.At(int32(from), j.n[from]+1)
		j.n[from] += 2
	})
	known, n := slices.Clone(p.clock[from]), len(p.steps[from])
	p.do(to, what, func(j *job) {
		f(j)
		j.clocks.Edge(sent, int32(to), j.n[to])
	}, [2]int{from, n})
	p.join(to, known)
}

func (p *tangle) message() {
	if a, b := p.rng.IntN(lockRanks), p.rng.IntN(lockRanks); a != b {
		p.after(a, b, fmt.Sprint("receives from ", a), func(j *job) { j.n[b] += 2 })
	}
}

// world is the ranks of a barrier.
type world struct{}

func (world) Ranks() []int32      { return []int32{0, 1, 2, 3} }
func (world) Has(rank int32) bool { return true }

func (p *tangle) barrier() {
	var entered []order.Point
	var met order.Snapshot
	var all [][2]int
	for r := range lockRanks {
		p.do(r, "enters a barrier", func(j *job) { entered = append(entered, j.clocks.At(int32(r), j.n[r]+1)) })
		all = append(all, [2]int{r, len(p.steps[r])})
	}
	for r := range lockRanks {
		p.steps[r] = append(p.steps[r], act{func(j *job) {
			if len(entered) == lockRanks {
				met, entered = j.clocks.Meet(entered), nil
			}
			j.n[r] += 2
			j.clocks.Join(int32(r), j.n[r], world{}, met)
		}, all})
		for o := range lockRanks {
			p.join(r, p.clock[o])
		}
	}
}

func newTangle(seed uint64) *tangle {
	p := &tangle{rng: rand.New(rand.NewPCG(seed, 3)), gates: seed%2 == 0, deep: seed%4 == 0}
	for r := range p.clock {
		p.clock[r] = make([]int, lockRanks)
	}
	steps := []func(){p.lock, p.lock, p.lock, p.unlock, p.unlock, p.expose, p.message, p.barrier}
	if p.deep {
		steps = []func(){p.lock, p.lock, p.lock, p.lock, p.unlock, p.unlock, p.message}
	} else if seed%3 == 0 {
		steps = steps[:len(steps)-1]
	}
	for range 10 + p.rng.IntN(30) {
		steps[p.rng.IntN(len(steps))]()
	}
	return p
}

// knows reports whether b began when the rank of a was known to have reached a step.
func knows(b, a *stretch, step int) bool {
	if a.rank == b.rank {
		return step > 0 && step < b.begin
	}
	return step > 0 && step <= b.from[a.rank]
}

func (a *stretch) meets(b *stretch) bool {
	return a.win == b.win && (a.target == b.target || a.target < 0 || b.target < 0)
}

func (a *stretch) bars(b *stretch) bool { return a.meets(b) && (a.exclusive || b.exclusive) }

func bar(as, bs []*stretch) bool {
	return slices.ContainsFunc(as, func(a *stretch) bool {
		return slices.ContainsFunc(bs, func(b *stretch) bool { return !a.noCheck && !b.noCheck && a.bars(b) })
	})
}

// around returns the locks that the rank held from before the lock until it released the lock.
func (a *stretch) around() (out []*stretch) {
	for _, g := range a.inside {
		if g.end == 0 || a.end > 0 && g.end > a.end {
			out = append(out, g)
		}
	}
	return out
}

// truth lists the expected findings, by their places.
func (p *tangle) truth() (exposed, unchecked, circles map[string]bool) {
	exposed, unchecked, circles = map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i, a := range p.all {
		for _, b := range p.all[:i] {
			apart := knows(b, a, a.end) || knows(a, b, b.end)
			switch {
			case a.post == b.post && a.rank == b.rank, a.post && b.post:
			case a.post != b.post:
				if a.meets(b) && !apart {
					exposed[pcs(a.pc, b.pc)] = true
				}
			default:
				if a.bars(b) && (a.noCheck || b.noCheck) && !apart && !bar(a.around(), b.around()) {
					unchecked[pcs(a.pc, b.pc)] = true
				}
				if p.opposite(a, b) {
					circles[pcs(a.pc, b.pc)] = true
				}
			}
		}
	}
	return exposed, unchecked, circles
}

// together reports whether two ranks may ask for these locks at the same time.
func together(a, b *stretch) bool {
	return a.rank != b.rank && !a.noCheck && !b.noCheck && !knows(a, b, b.sure) && !knows(b, a, a.sure) &&
		!bar(a.inside, b.inside)
}

func (p *tangle) opposite(a, b *stretch) bool {
	return together(a, b) && bar(a.inside, []*stretch{b}) && bar(b.inside, []*stretch{a})
}

func pcs(list ...uint64) string {
	slices.Sort(list)
	return fmt.Sprint(list)
}

func (p *tangle) at(s tracker.Site) *stretch {
	i := slices.IndexFunc(p.all, func(x *stretch) bool { return x.pc == s.PC })
	return p.all[i]
}

// circle checks the steps of a circle that was found.
func (p *tangle) circle(t *testing.T, f *fact.LockCycle) {
	for i := range f.Steps {
		a, b := p.at(f.Steps[i].Asks.Site), p.at(f.Steps[(i+1)%len(f.Steps)].Asks.Site)
		require.True(t, bar([]*stretch{a}, b.inside), "asks for what the next one holds")
		for k := range i {
			require.True(t, together(a, p.at(f.Steps[k].Asks.Site)))
		}
	}
}

func TestLocksProperty(t *testing.T) {
	programs := uint64(20000)
	if testing.Short() {
		programs = 4000
	}
	var found [4]int
	for seed := range programs {
		p := newTangle(seed)
		exposed, unchecked, circles := p.truth()
		var seen [4]int
		for _, f := range p.run(seed) {
			context := func() string { return fmt.Sprintf("seed %d: %+v\n%v", seed, f, p.lines) }
			switch f := f.(type) {
			case *fact.LockExposed:
				require.True(t, exposed[pcs(f.Lock.Site.PC, f.Post.PC)], context())
				seen[0]++
			case *fact.Unchecked:
				require.True(t, unchecked[pcs(f.First.Site.PC, f.Second.Site.PC)], context())
				seen[1]++
			case *fact.LockCycle:
				p.circle(t, f)
				seen[2]++
				if len(f.Steps) > 2 {
					seen[3]++
				}
			}
		}
		for i, truth := range []map[string]bool{exposed, unchecked, circles} {
			if len(truth) > 0 && (i != 1 || !p.gates) {
				require.NotZero(t, seen[i], "seed %d, kind %d: %v\n%v", seed, i, truth, p.lines)
			}
		}
		for i := range found {
			found[i] += min(seen[i], 1)
		}
	}
	t.Log(found)
	for i, n := range found {
		require.Greater(t, n*2000, []int{500, 500, 100, 20}[i]*int(programs), "kind %d", i)
	}
}
