package agree_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// clash judges calls that ranks made at the same place of their order; 0: the rank has not come.
func clash(made ...calls.Kind) (*fact.Disagreement, [2]int32) {
	j := newCourt()
	var asked [2]int32
	c := &stamp.Clash{Object: tracker.Object{ID: 7}, Created: []tracker.Site{{PC: 5}}}
	c.Instead = func(rank int32, lacks tracker.Site) fact.Elsewhere {
		asked = [2]int32{rank, lacks.Rank}
		return fact.Elsewhere{Alone: true}
	}
	for i, k := range made {
		var s tracker.Site
		if k != 0 {
			s = tracker.Site{Rank: int32(i), Call: k, PC: uint64(i) + 1}
		}
		c.Made = append(c.Made, s)
	}
	j.Met(c)
	return j.facts[0].(*fact.Disagreement), asked
}

func rank(list []tracker.Site) (out []int32) {
	for _, s := range list {
		out = append(out, s.Rank)
	}
	return out
}

// The call that most ranks made is named first, then the ranks that made other calls.
func TestDiffer(t *testing.T) {
	f, asked := clash(calls.Bcast, calls.Barrier, calls.Barrier, 0, calls.Reduce, calls.Barrier)
	assert.Equal(t, []int32{1, 2, 5}, append([]int32{f.A.Rank}, rank(f.Others)...))
	assert.Equal(t, []int32{0, 4}, append([]int32{f.B.Rank}, rank(f.Against)...))
	assert.Equal(t, [2]int32{0, 1}, asked, "what rank 0 has made instead of rank 1's call")
	assert.True(t, f.Instead.Alone)
	assert.Equal(t, []tracker.Site{{PC: 5}}, f.Made)
	assert.EqualValues(t, 7, f.Object.ID)
	assert.False(t, f.Interleaved)
}

// If as many ranks made each of two calls, the call of the lower rank is named first; variants of a call are the same
// call.
func TestDifferAlike(t *testing.T) {
	f, _ := clash(calls.Barrier, calls.Bcast)
	assert.Equal(t, []int32{0, 1}, []int32{f.A.Rank, f.B.Rank})
}

// fence returns a fence of all ranks; puts are the targets that rank 0 has changed since the previous fence.
func fence(noPut []int, puts ...int32) *stamp.Collective {
	fl := &calls.Flavours[0]
	g := group(3)
	return row(g, calls.WinFence, func(i int, a *op.Args) {
		for _, k := range noPut {
			if k == i {
				a.Assert = fl.ModeNoPut
			}
		}
		for _, target := range puts {
			if i == 0 {
				a.Puts = append(a.Puts, op.TargetUse{Target: target, Site: tracker.Site{PC: 50 + uint64(target)}})
			}
		}
	})
}

func (c *court) puts() (out []*fact.FencePut) {
	for _, f := range c.facts {
		if x, ok := f.(*fact.FencePut); ok {
			out = append(out, x)
		}
	}
	return out
}

// The assertion of a fence holds until the next fence, for the rank that has passed the assertion.
func TestFence(t *testing.T) {
	j := newCourt()
	j.Met(fence([]int{2}))
	assert.Equal(t, 1, j.Kept())
	j.Met(fence(nil, 1, 2))
	require.Len(t, j.puts(), 1)
	f := j.puts()[0]
	assert.EqualValues(t, 20, f.Target, "a rank in MPI_COMM_WORLD")
	assert.EqualValues(t, 52, f.Put.PC)
	assert.EqualValues(t, 102, f.Fence.PC)
	j.Met(fence(nil, 2))
	assert.Len(t, j.puts(), 1, "the assertion is over")
	j.Met(fence([]int{1}, 1))
	assert.Len(t, j.puts(), 1, "it says nothing of what came before")
	j.Met(fence([]int{1}, 1))
	assert.Len(t, j.puts(), 2)
	j.Gone(&op.Place{Object: group(3).Object})
	j.Met(fence(nil, 1))
	assert.Len(t, j.puts(), 2, "another window")
	assert.Zero(t, j.Kept())
}

// script is a file of two ranks.
type script struct {
	*court
	on []*op.Place
}

func newScript() *script {
	s := &script{court: newCourt()}
	for i := range int32(2) {
		s.on = append(s.on, &op.Place{Object: tracker.Object{ID: 3}, Members: []int32{0, 1}, Me: i})
	}
	return s
}

// set has a rank set its view number k.
func (s *script) set(rank, k int, disp int64, layout uint64) {
	site := tracker.Site{Rank: int32(rank), Call: calls.FileSetView, PC: uint64(k)}
	s.kinds.SetsView.Take(int32(rank), &op.SetView{Head: op.Head{On: s.on[rank], Site: site},
		ViewSet: op.ViewSet{Number: k, Disp: disp, ELayout: 1, FLayout: layout}})
}

// use has a rank access the file by the shared pointer under view number k.
func (s *script) use(rank, k int) {
	site := tracker.Site{Rank: int32(rank), Call: calls.FileReadShared, PC: 99}
	s.kinds.UsesShared.Take(int32(rank), &op.UseShared{Head: op.Head{On: s.on[rank], Site: site}, View: k})
}

func TestViews(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(*script)
		want int
	}{
		"differ":      {func(s *script) { s.set(0, 1, 0, 1); s.set(1, 1, 8, 1); s.use(1, 1) }, 1},
		"used before": {func(s *script) { s.set(0, 1, 0, 1); s.use(0, 1); s.set(1, 1, 8, 1) }, 1},
		"used twice":  {func(s *script) { s.set(0, 1, 0, 1); s.set(1, 1, 0, 2); s.use(1, 1); s.use(0, 1) }, 1},
		"one uses, and all set the next": {func(s *script) {
			s.set(0, 1, 0, 1)
			s.set(1, 1, 8, 1)
			s.use(1, 1)
			s.set(0, 2, 0, 1)
			s.set(1, 2, 0, 1)
			assert.Len(t, s.facts, 1, "before the end")
		}, 1},
		"both use, and all set the next": {func(s *script) {
			s.set(0, 1, 0, 1)
			s.set(1, 1, 8, 1)
			s.use(0, 1)
			s.use(1, 1)
			assert.Len(t, s.facts, 1, "before the end")
			s.set(0, 2, 0, 1)
			s.set(1, 2, 0, 1)
		}, 1},
		"same":     {func(s *script) { s.set(0, 1, 8, 1); s.set(1, 1, 8, 1); s.use(1, 1) }, 0},
		"not used": {func(s *script) { s.set(0, 1, 0, 1); s.set(1, 1, 8, 1) }, 0},
		"others used": {func(s *script) {
			s.set(0, 1, 0, 1)
			s.set(1, 1, 8, 1)
			s.set(0, 2, 0, 1)
			s.set(1, 2, 0, 1)
			s.use(1, 2)
		}, 0},
		"cannot be told":   {func(s *script) { s.set(0, 1, 0, 1); s.set(1, 1, 8, 0); s.use(1, 1) }, 0},
		"one has not come": {func(s *script) { s.set(0, 1, 0, 1); s.use(0, 1) }, 0},
		"records are lost": {func(s *script) { s.set(0, 1, 0, 1); s.set(1, 1, 8, 1); s.lost = true; s.use(1, 1) }, 0},
		"lost before":      {func(s *script) { s.lost = true; s.set(0, 1, 0, 1); s.set(1, 1, 8, 1); s.use(1, 1) }, 0},
		"closed":           {func(s *script) { s.set(0, 1, 0, 1); s.set(1, 1, 8, 1); s.Gone(s.on[0]); s.use(1, 1) }, 0},
		"views of a number": {func(s *script) {
			s.set(0, 1, 0, 1)
			s.set(0, 2, 8, 1)
			s.set(1, 1, 0, 1)
			s.set(1, 2, 16, 1)
			s.use(0, 2)
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript()
			c.do(s)
			s.Finish()
			require.Len(t, s.facts, c.want)
			if c.want > 0 {
				f := s.facts[0].(*fact.Views)
				for _, use := range f.Uses {
					assert.EqualValues(t, 99, use.PC)
				}
				assert.Len(t, f.Uses, map[bool]int{true: 2, false: 1}[name == "used twice" || name[:4] == "both"])
				assert.Equal(t, []int32{0, 1}, []int32{f.A.Site.Rank, f.B.Site.Rank})
				assert.NotEqual(t, fact.NoDifference, f.A.Differs(&f.B))
			}
		})
	}
}
