package job_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/job"
)

// conflict returns the reason why two accesses must not happen at once.
func conflict(a, b *deed) fact.Conflict {
	common := false
	for i := range a.bytes {
		common = common || b.bytes[i]
	}
	switch {
	case !common || a.target != b.target || !a.writes && !b.writes || a.local && b.local:
		return fact.None
	case a.win != b.win || !a.atomic || !b.atomic:
		return fact.Plain
	case a.basic != b.basic: // of different size
		return fact.Datatype
	case a.shift != b.shift:
		return fact.Shifted
	case a.rank == b.rank && !a.win.loose: // they take effect in order
		return fact.None
	case a.writes && b.writes && a.op != b.op:
		return fact.Operation
	}
	return fact.None
}

// excluded reports whether locks keep two accesses apart.
func excluded(a, b *deed) bool {
	for _, g := range a.guards {
		for _, h := range b.guards {
			if a.rank != b.rank && g.win == h.win && g.target == h.target && (g.exclusive || h.exclusive) {
				return true
			}
		}
	}
	return false
}

// races reports whether two accesses are a race; a was made first if the same rank has made both.
func races(a, b *deed) bool {
	switch {
	case conflict(a, b) == fact.None, a.completeFor(b.at), excluded(a, b), a.open || b.open, a.heard(b), b.heard(a):
		return false
	case a.rank == b.rank && (a.local && a.issued <= b.issued || b.local && b.issued <= a.issued): // its buffer is in use
		return false
	case a.rank == b.rank && a.local:
		return races(b, a)
	}
	return a.rank == b.rank || !b.completeFor(a.at)
}

// places are two places of the program; a single race between them is enough.
type places struct {
	a, b uint64
	why  fact.Conflict
	self bool
	load bool
}

func placesOf(a, b *deed) places {
	return places{min(a.pc, b.pc), max(a.pc, b.pc), conflict(a, b), a.rank == b.rank, a.local || b.local}
}

// expected lists the races of a run.
func (d *drama) expected() map[places][2]*deed {
	out := map[places][2]*deed{}
	for i, a := range d.deeds {
		for _, b := range d.deeds[i+1:] {
			if races(a, b) {
				out[placesOf(a, b)] = [2]*deed{a, b}
			}
		}
	}
	return out
}

func (d *drama) find(a *fact.Side) *deed {
	i := slices.IndexFunc(d.deeds, func(e *deed) bool {
		return int32(e.rank) == a.Site.Rank && e.seq == a.Site.Seq && e.local == a.Local && (!e.local || e.lo == a.Lo && e.writes == a.Memory.Writes)
	})
	return d.deeds[i]
}

// among returns the access in the loop a that races with b.
func (d *drama) among(a *fact.Side, b *deed) *deed {
	first := d.find(a)
	for _, e := range d.deeds {
		if a.Times > 1 && !e.local && e.rank == first.rank && e.pc == first.pc && e.seq >= first.seq && races(e, b) {
			return e
		}
	}
	return first
}

func (d *drama) text() string {
	var b strings.Builder
	for _, a := range d.actors {
		fmt.Fprintln(&b, strings.Join(a.lines, "\n"))
	}
	for i, w := range d.wins {
		fmt.Fprintf(&b, "window %d: handle %d, base %#x, %s\n", i, w.handle, w.base, w.mode)
	}
	return b.String()
}

func (e *deed) String() string {
	return fmt.Sprintf("%s of rank %d, seq %d, at %v, done %v", e.name, e.rank, e.seq, e.at, e.done)
}

// feed reads a run in an order drawn from the seed. It returns the races found, and whether the knowledge of any rank
// was vague at any time.
func (d *drama) feed(seed uint64) (found []*fact.Race, vague bool, v *view) {
	v = &view{}
	rng := rand.New(rand.NewPCG(seed, 5))
	watchSteps(d.j, d.n, seed, func(f fact.Fact) {
		if r, ok := f.(*fact.Race); ok {
			kept := *r
			found = append(found, &kept)
		}
	}, func(j *job.Job) {
		if vague = vague || j.Vague(); rng.IntN(50) == 0 {
			j.Prune()
		}
	}, v)
	return found, vague, v
}

// wrong compares the races found with the expected races.
func (d *drama) wrong(seed uint64, want map[places][2]*deed, count *tally) string {
	found, vague, v := d.feed(seed)
	seen := map[places]bool{}
	for _, r := range found {
		b := d.find(r.Second)
		a := d.among(r.First, b)
		b = d.among(r.Second, a)
		if a.rank == b.rank && a.issued > b.issued {
			a, b = b, a
		}
		p := placesOf(a, b)
		if seen[p] = true; !races(a, b) || p.why != r.Why {
			return fmt.Sprintf("no race (%v):\n%s\n%s", r.Why, a, b)
		}
		if begun := r.First.Times+r.Second.Times > 2 && r.Begun || a.rank != b.rank && b.at[a.rank] >= a.issued; begun != r.Begun {
			return fmt.Sprintf("begun is %v:\n%s\n%s", r.Begun, a, b)
		}
	}
	count.feeds++
	count.found += len(found)
	if v.released > 0 && !d.hasty {
		count.released++
	}
	if vague {
		if !d.hasty {
			count.vague++
		}
		return ""
	}
	for p, e := range want {
		if d.silent && !seen[p] {
			return fmt.Sprintf("missed (%v):\n%s\n%s", p.why, e[0], e[1])
		}
	}
	return ""
}

type tally struct{ programs, given, racy, wanted, found, feeds, vague, released int }

// The races reported are races by full vectors of time and by all bytes. If the program cannot order its ranks by
// values that it fetches, all such races are reported.
func TestRacesOfRandomPrograms(t *testing.T) {
	programs := uint64(2500)
	if testing.Short() {
		programs = 1000
	}
	var count tally
	for seed := range programs {
		d := newDrama(t, seed, seed%3 > 0)
		if !d.play(10 + d.rng.IntN(70)) {
			count.given++
			continue
		}
		count.programs++
		if d.rng.IntN(2) == 0 { // its races are reported when a window ends, or the run
			d.j.Free(d.wins[0].handle)
		}
		want := d.expected()
		if count.wanted += len(want); len(want) > 0 {
			count.racy++
		}
		for order := range uint64(3) {
			if wrong := d.wrong(seed*3+order, want, &count); wrong != "" {
				require.Fail(t, wrong, "program %d, order %d:\n%s", seed, order, d.text())
			}
		}
	}
	t.Logf("%+v", count)
	assert.Less(t, count.given*20, count.programs, "programs that could not end")
	assert.Less(t, count.vague*33, count.feeds, "orders are vague too often")
	assert.Less(t, count.released*100, count.feeds, "ranks go on without having heard too often")
}
