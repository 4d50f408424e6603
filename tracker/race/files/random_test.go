package files_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/tracker"
)

// program is a small random program that uses a file: through an open of all ranks, and through opens of single
// ranks. knows has, for each rank, how many records of each rank it knows to be past.
type program struct {
	*scene
	rng     *rand.Rand
	knows   [][]int64
	handles []*chaptered
	visits  []*visit
	lines   []string
}

// chaptered is a handle with its current sequence of accesses.
type chaptered struct {
	*handle
	chapter *chapter
	waits   []func()
}

// chapter is the accesses through a handle between two synchronizations.
type chapter struct {
	begin []int64 // the knowledge of its rank
	done  int64   // 0: not yet
}

// visit is an access. It is complete once its rank had done records; 0: not yet.
type visit struct {
	of      *chaptered
	chapter *chapter
	lo, hi  int64
	writes  bool
	atomic  bool
	begun   int64
	done    int64
	pc      uint64
}

func newProgram(t *testing.T, seed uint64) *program {
	const size = 3
	p := &program{scene: newScene(t, size), rng: rand.New(rand.NewPCG(seed, 5))}
	for range size {
		p.knows = append(p.knows, make([]int64, size))
	}
	all := p.open(data, 0, 1, 2)
	for _, h := range all {
		for r := range p.knows {
			p.knows[h.rank][r] = p.n[r] - 1 // the begin of its open
		}
	}
	for _, h := range all {
		p.handles = append(p.handles, &chaptered{handle: h, chapter: p.now(h.rank, p.n[h.rank]-1)})
	}
	for r := range int32(size) {
		h := p.open(data, r)[0]
		p.handles = append(p.handles, &chaptered{handle: h, chapter: p.now(r, p.n[r]-1)})
	}
	return p
}

// now returns a sequence that begins at record n of a rank.
func (p *program) now(rank int32, n int64) *chapter {
	begin := slices.Clone(p.knows[rank])
	begin[rank] = n
	return &chapter{begin: begin}
}

func (p *program) note(format string, a ...any) { p.lines = append(p.lines, fmt.Sprintf(format, a...)) }

func (p *program) visit(h *chaptered) {
	v := &visit{of: h, chapter: h.chapter, writes: p.rng.IntN(2) == 0, atomic: h.atomic, begun: p.n[h.rank] + 1}
	v.lo = 4 * p.rng.Int64N(6)
	v.hi = v.lo + 4*(1+p.rng.Int64N(2))
	if p.rng.IntN(3) == 0 {
		x, wait := h.start(v.writes, v.lo, v.hi)
		v.pc = x.Site.PC
		h.waits = append(h.waits, func() { wait(); v.done = p.n[h.rank] })
	} else {
		v.pc = h.access(v.writes, v.lo, v.hi)
		v.done = p.n[h.rank]
	}
	p.visits = append(p.visits, v)
	p.note("%d: rank %d file %d [%d, %d) writes %v atomic %v done %v",
		v.pc, h.rank, h.on.ID, v.lo, v.hi, v.writes, v.atomic, v.done)
}

func (p *program) wait(h *chaptered) {
	for _, wait := range h.waits {
		wait()
	}
	h.waits = nil
	p.note("rank %d file %d waits", h.rank, h.on.ID)
}

func (p *program) synchronize(h *chaptered) {
	p.wait(h)
	begin := p.n[h.rank] + 1
	h.chapter.done = h.sync()
	h.chapter = p.now(h.rank, begin)
	p.note("rank %d file %d syncs", h.rank, h.on.ID)
}

func (p *program) meet() {
	entered, _ := p.barrier()
	all := slices.Clone(entered)
	for r := range p.knows {
		for i := range all {
			p.knows[r][i] = max(p.knows[r][i], all[i])
		}
	}
	p.note("barrier")
}

// send sends a message, which is received at once.
func (p *program) send(from, to int32) {
	p.n[from]++
	p.n[to]++
	p.clocks.Edge(p.clocks.At(from, p.n[from]), to, p.n[to])
	for r, n := range p.knows[from] {
		p.knows[to][r] = max(p.knows[to][r], n)
	}
	p.knows[to][from] = p.n[from]
	p.note("message from %d to %d", from, to)
}

// precedes reports whether sequence a of a rank was over when b began.
func precedes(a, b *visit) bool {
	return a.chapter.done > 0 && a.chapter.done <= b.chapter.begin[a.of.rank]
}

// contend reports whether two accesses conflict; a came first.
func contend(a, b *visit) bool {
	switch {
	case max(a.lo, b.lo) >= min(a.hi, b.hi) || !a.writes && !b.writes:
		return false
	case a.of.on.ID == b.of.on.ID && a.atomic && b.atomic:
		return false
	case a.of == b.of:
		return a.done == 0 || a.done > b.begun
	}
	return !precedes(a, b) && !precedes(b, a)
}

func (p *program) play(steps int) {
	for range steps {
		h := p.handles[p.rng.IntN(len(p.handles))]
		switch p.rng.IntN(10) {
		case 0, 1, 2, 3:
			p.visit(h)
		case 4:
			p.wait(h)
		case 5, 6:
			p.synchronize(h)
		case 7:
			p.meet()
		case 8:
			p.send(h.rank, (h.rank+1+p.rng.Int32N(2))%3)
		case 9:
			if h.atomic = !h.atomic; p.rng.IntN(2) == 0 {
				p.judge.Prune(tracker.Site{})
			}
		}
	}
	for _, h := range p.handles {
		p.wait(h)
	}
}

// TestRandom: the judge finds exactly the pairs of accesses that conflict by vectors of knowledge, in spite of
// accesses that it forgets in between.
func TestRandom(t *testing.T) {
	all, silent := 0, 0
	for seed := range uint64(2000) {
		p := newProgram(t, seed)
		p.play(15 + int(seed%40))
		want, got := map[[2]uint64]bool{}, map[[2]uint64]bool{}
		for i, a := range p.visits {
			for _, b := range p.visits[i+1:] {
				if contend(a, b) {
					want[[2]uint64{a.pc, b.pc}] = true
				} else {
					silent++
				}
			}
		}
		for _, f := range p.races() {
			a, b := f.First.Site.PC, f.Second.Site.PC
			got[[2]uint64{min(a, b), max(a, b)}] = true
		}
		all += len(want)
		require.Equal(t, want, got, "seed %d\n%s", seed, strings.Join(p.lines, "\n"))
	}
	t.Logf("%d pairs conflict, and %d do not", all, silent)
	require.Greater(t, all, 2000)
	require.Greater(t, silent, 2000)
}
