package agree_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/agree"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// court is a judge with the facts that it has emitted.
type court struct {
	*agree.Judge
	kinds op.Kinds
	lost  bool
	facts []fact.Fact
}

func newCourt() *court {
	c := &court{}
	lost := func([]int32) bool { return c.lost }
	c.Judge = agree.New(agree.Config{Flavour: &calls.Flavours[0], Lost: lost, Emit: func(f fact.Fact) {
		if m, ok := f.(*fact.Matched); ok { // valid only now
			copied := *m
			f = &copied
		}
		c.facts = append(c.facts, f)
	}})
	c.Routes(&c.kinds)
	return c
}

// uneven returns the facts on amounts.
func (c *court) uneven() (out []*fact.Uneven) {
	for _, f := range c.facts {
		if x, ok := f.(*fact.Uneven); ok {
			out = append(out, x)
		}
	}
	return out
}

// types are an int and a double as a rank knows them.
func types(t *testing.T) (integer, double *datatype.Type) {
	t.Helper()
	var table datatype.Table
	for name, size := range map[string]int64{"MPI_INT": 4, "MPI_DOUBLE": 8} {
		p := calls.PredefByName(name)
		e := event.Event{Kind: event.Predef, N: 8}
		copy(e.A[:], []int64{int64(calls.ClassDatatype), int64(p.ID), int64(p.ID), size, 0, size, 0, size})
		table.Predef(&e)
	}
	return table.ByName("MPI_INT"), table.ByName("MPI_DOUBLE")
}

// group returns a communicator of n members; member i is rank 10 i.
func group(n int) *stamp.Members {
	g := &stamp.Members{Object: tracker.Object{Class: calls.ClassComm, ID: 7}}
	for i := range int32(n) {
		g.Ranks = append(g.Ranks, 10*i)
	}
	g.Place = func(rank int32) (int, bool) {
		i := slices.Index(g.Ranks, rank)
		return i, i >= 0
	}
	return g
}

// row returns a call of all members; change edits the arguments of each member.
func row(g *stamp.Members, call calls.Kind, change func(member int, a *op.Args)) *stamp.Collective {
	r := &stamp.Collective{Members: g, Call: call}
	for i, rank := range g.Ranks {
		a := fact.Arrival{Site: tracker.Site{Rank: rank, Call: call, PC: 100 + uint64(i)}, Args: op.Args{Root: -1}}
		change(i, &a.Args)
		r.Arrived = append(r.Arrived, a)
	}
	return r
}

// absent removes a member's call from a row.
func absent(r *stamp.Collective, member int) { r.Arrived[member] = fact.Arrival{} }

// blocks returns equal blocks for some peers.
func blocks(count int64, d *datatype.Type, peers ...int32) op.Amounts {
	return op.Amounts{Use: op.Used, Count: count, Type: d, Peers: peers, One: datatype.ContentOf(d, count)}
}

// exchanges returns all data that a rank gives and takes.
func exchanges(give, take op.Amounts) *op.Exchange {
	return &op.Exchange{Known: true, Give: give, Take: take}
}

// arrays returns blocks of several sizes for some peers. The sum is different for each rank, so that blocks are
// compared.
func arrays(sum uint64, counts []int64, d *datatype.Type, peers ...int32) op.Amounts {
	return op.Amounts{Use: op.Used, Counts: counts, Type: d, Peers: peers, Sum: sum}
}

func TestMatchedComesFirst(t *testing.T) {
	c, g := newCourt(), group(2)
	integer, _ := types(t)
	r := row(g, calls.Allreduce, func(i int, a *op.Args) {
		a.Exchange = &op.Exchange{Known: true, Give: blocks(int64(i), integer)}
	})
	c.Met(r)
	require.Len(t, c.facts, 2)
	m := c.facts[0].(*fact.Matched)
	assert.Equal(t, g.Ranks, m.Members)
	assert.Equal(t, r.Arrived, m.Row)
	assert.Equal(t, calls.Allreduce, m.Call)
	assert.Equal(t, g.Object, m.Object)
	assert.Equal(t, g.Object, c.facts[1].(*fact.Uneven).Object)
}

// All ranks give the same: counts, datatypes, and blocks of an array.
func TestAlike(t *testing.T) {
	integer, double := types(t)
	others := []*datatype.Type{integer, integer, double}
	three := func(sum uint64, second int64) op.Amounts {
		return arrays(sum, []int64{1, second, 3}, integer, 0, 10, 20)
	}
	for name, c := range map[string]struct {
		call calls.Kind
		give func(i int) op.Amounts
		bad  bool
	}{
		"equal":          {calls.Allreduce, func(int) op.Amounts { return blocks(4, integer) }, false},
		"count":          {calls.Allreduce, func(i int) op.Amounts { return blocks(4+int64(i/2), integer) }, true},
		"datatype":       {calls.Allreduce, func(i int) op.Amounts { return blocks(4, others[i]) }, true},
		"equal arrays":   {calls.ReduceScatter, func(int) op.Amounts { return three(1, 2) }, false},
		"second block":   {calls.ReduceScatter, func(i int) op.Amounts { return three(uint64(i), 2+int64(i/2)) }, true},
		"no data given":  {calls.Allreduce, func(int) op.Amounts { return op.Amounts{} }, false},
		"nothing at all": {calls.Allreduce, func(int) op.Amounts { return blocks(0, integer) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			j := newCourt()
			j.Met(row(group(3), c.call, func(i int, a *op.Args) { a.Exchange = exchanges(c.give(i), op.Amounts{}) }))
			list := j.uneven()
			if !c.bad {
				assert.Empty(t, list)
				return
			}
			require.Len(t, list, 1)
			f := list[0]
			assert.Equal(t, []int32{0, 20}, []int32{f.A.Site.Rank, f.B.Site.Rank})
			assert.Equal(t, map[calls.Kind]int64{calls.Allreduce: -1, calls.ReduceScatter: 1}[c.call], f.Block)
			assert.NotNil(t, f.Why)
		})
	}
}

// bcast returns an MPI_Bcast in which each member passes 4 integers, except that the last member passes last.
func bcast(d *datatype.Type, n, root int, last int64) *stamp.Collective {
	g := group(n)
	return row(g, calls.Bcast, func(i int, a *op.Args) {
		count := int64(4)
		if i == n-1 {
			count = last
		}
		a.Root, a.Exchange = int64(root), &op.Exchange{Known: true, Root: i == root, Give: blocks(count, d)}
	})
}

// In a call with a root, the root's amount counts; nothing is compared if the root is unknown.
func TestAlikeWithRoot(t *testing.T) {
	integer, _ := types(t)
	j := newCourt()
	j.Met(bcast(integer, 3, 1, 4))
	assert.Empty(t, j.uneven())
	j.Met(bcast(integer, 3, 1, 5))
	require.Len(t, j.uneven(), 1)
	f := j.uneven()[0]
	assert.Equal(t, []int32{10, 20}, []int32{f.A.Site.Rank, f.B.Site.Rank})
	assert.True(t, f.A.Root)
	assert.False(t, f.B.Root)

	j = newCourt()
	r := bcast(integer, 3, 1, 5)
	r.Arrived[2].Args.Root = 2 // COLL003
	j.Met(r)
	assert.Empty(t, j.uneven())
}

func TestRoot(t *testing.T) {
	integer, _ := types(t)
	root, ok := bcast(integer, 3, 2, 4).Root()
	assert.True(t, ok)
	assert.Equal(t, 2, root)

	r := bcast(integer, 3, 2, 4)
	absent(r, 2)
	_, ok = r.Root()
	assert.False(t, ok, "the root has not come")

	r = bcast(integer, 3, 2, 4)
	r.Arrived[0].Args.Exchange.Root = true
	_, ok = r.Root()
	assert.False(t, ok, "two ranks are the root")

	r = bcast(integer, 3, 2, 4)
	r.Arrived[0].Args.Root = 1
	_, ok = r.Root()
	assert.False(t, ok, "ranks name different roots")
	r.Inter = true // there MPI_ROOT and MPI_PROC_NULL are passed
	root, ok = r.Root()
	assert.True(t, ok)
	assert.Equal(t, 2, root)
}

// The root's block for each rank is compared with the block of that rank.
func TestAtRoot(t *testing.T) {
	integer, double := types(t)
	other := []*datatype.Type{integer, integer, double}
	for name, c := range map[string]struct {
		call calls.Kind
		args func(i int, x *op.Exchange)
		bad  []int32 // the rank that gives, the rank that takes
	}{
		"gather": {calls.Gather, func(i int, x *op.Exchange) {
			if x.Give = blocks(4, integer, 10); x.Root {
				x.Take = blocks(4, integer, 0, 10, 20)
			}
		}, nil},
		"gather, one has doubles": {calls.Gather, func(i int, x *op.Exchange) {
			if x.Give = blocks(4, other[i], 10); x.Root {
				x.Take = blocks(4, integer, 0, 10, 20)
			}
		}, []int32{20, 10}},
		"gatherv, one has less": {calls.Gatherv, func(i int, x *op.Exchange) {
			if x.Give = blocks(int64(i), integer, 10); x.Root {
				x.Take = arrays(0, []int64{1, 1, 2}, integer, 0, 10, 20)
			}
		}, []int32{0, 10}},
		"scatter": {calls.Scatter, func(i int, x *op.Exchange) {
			if x.Take = blocks(4, integer, 10); x.Root {
				x.Give = blocks(4, integer, 0, 10, 20)
			}
		}, nil},
		"scatter, one takes less": {calls.Scatter, func(i int, x *op.Exchange) {
			if x.Take = blocks(4-int64(i/2), integer, 10); x.Root {
				x.Give = blocks(4, integer, 0, 10, 20)
			}
		}, []int32{10, 20}},
	} {
		t.Run(name, func(t *testing.T) {
			j := newCourt()
			j.Met(row(group(3), c.call, func(i int, a *op.Args) {
				a.Root, a.Exchange = 1, &op.Exchange{Known: true, Root: i == 1}
				c.args(i, a.Exchange)
			}))
			var got []int32
			for _, f := range j.uneven() {
				got = append(got, f.A.Site.Rank, f.B.Site.Rank)
			}
			assert.Equal(t, c.bad, got)
		})
	}
}

// The block that a rank gives to another rank is the block that the other rank takes from it.
func TestPairs(t *testing.T) {
	integer, _ := types(t)
	even := [][]int64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}} // from, into
	for name, take := range map[string][][]int64{
		"even":  even,
		"block": {{1, 2, 3}, {4, 5, 6}, {7, 88, 9}},
	} {
		t.Run(name, func(t *testing.T) {
			j := newCourt()
			j.Met(row(group(3), calls.Alltoallv, func(i int, a *op.Args) {
				taken := []int64{take[0][i], take[1][i], take[2][i]}
				a.Exchange = exchanges(arrays(uint64(i)+1, even[i], integer, 0, 10, 20),
					arrays(0, taken, integer, 0, 10, 20))
			}))
			if name == "even" {
				assert.Empty(t, j.uneven())
				return
			}
			require.Len(t, j.uneven(), 1)
			f := j.uneven()[0]
			assert.Equal(t, []int32{20, 10}, []int32{f.A.Site.Rank, f.B.Site.Rank})
			assert.Equal(t, []int64{8, 88}, []int64{f.A.Count, f.B.Count})
		})
	}
}

// If sums agree, blocks are not compared, however many there are.
func TestBalanced(t *testing.T) {
	integer, _ := types(t)
	j := newCourt()
	j.Met(row(group(2), calls.Alltoallv, func(i int, a *op.Args) {
		other := uint64(1 - i) // each rank receives the value that the other rank sends
		a.Exchange = exchanges(arrays(uint64(i), []int64{1, 2}, integer, 0, 10),
			arrays(other, []int64{3, 4}, integer, 0, 10))
	}))
	assert.Empty(t, j.uneven(), "blocks are not looked at")
}

// If data has the type MPI_PACKED, its amount is unknown, and nothing is reported.
func TestUnknownAmounts(t *testing.T) {
	integer, _ := types(t)
	j := newCourt()
	j.Met(row(group(2), calls.Alltoall, func(i int, a *op.Args) {
		a.Exchange = &op.Exchange{Give: blocks(2, integer, 0, 10), Take: op.Amounts{Use: op.Unclear}}
	}))
	assert.Empty(t, j.uneven())
}

// The two groups of an intercommunicator give each other blocks of their own size.
func TestIntercommunicator(t *testing.T) {
	integer, _ := types(t)
	for _, last := range []int64{2, 3} {
		j, g := newCourt(), group(4)
		g.Inter, g.Side = true, func(member int) int { return member / 2 }
		r := row(g, calls.Alltoall, func(i int, a *op.Args) {
			give, take, peers := int64(1), int64(2), []int32{20, 30}
			if i >= 2 {
				give, take, peers = 2, 1, []int32{0, 10}
			}
			if i == 3 {
				give = last
			}
			a.Exchange = exchanges(blocks(give, integer, peers...),
				blocks(take, integer, peers...))
		})
		r.Groups = [2][]int32{{0, 10}, {20, 30}}
		j.Met(r)
		assert.Equal(t, r.Groups, j.facts[0].(*fact.Matched).Groups)
		assert.Len(t, j.uneven(), int(last)-2)
	}
}

// If some ranks have not entered the call, the other ranks are compared.
func TestIncomplete(t *testing.T) {
	integer, _ := types(t)
	j := newCourt()
	r := bcast(integer, 4, 1, 5)
	absent(r, 0)
	r.Partial = true
	j.Met(r)
	require.Len(t, j.facts, 2)
	f := j.facts[0].(*fact.Entered)
	assert.Equal(t, []int32{10, 20, 30}, f.Members)
	assert.Equal(t, 4, f.Size)
	assert.Len(t, f.Row, 3)
	assert.Equal(t, r.Arrived[1], f.Row[0])
	assert.Len(t, j.uneven(), 1)

	j = newCourt()
	absent(r, 1)
	absent(r, 2)
	r.Partial = true
	j.Met(r)
	assert.Empty(t, j.facts, "a single rank agrees with itself")
}

// Two ranks that wait for each other in MPI_Comm_create_group, each with another group, disagree; ranks that wait for
// other ranks do not.
func TestOtherGroups(t *testing.T) {
	waiting := func(rank int32, call calls.Kind, ranks, missing []int32) stamp.Waiting {
		return stamp.Waiting{Object: tracker.Object{ID: 9}, On: 9, Ranks: ranks, Missing: missing,
			Arrival: fact.Arrival{Site: tracker.Site{Rank: rank, Call: call, PC: 1}}}
	}
	three, two := []int32{0, 1, 2}, []int32{0, 1}
	j := newCourt()
	j.Met(&stamp.Gathering{waiting(1, calls.CommCreateGroup, two, []int32{0}), waiting(0, calls.CommCreateGroup, three, []int32{1, 2})})
	require.Len(t, j.facts, 1)
	f := j.facts[0].(*fact.Entered)
	assert.Equal(t, []int32{0, 1}, f.Members)
	a, b := f.Row[0].Args.Comm.Same[0], f.Row[1].Args.Comm.Same[0]
	assert.Equal(t, []int64{0, 1, 2}, a.First)
	assert.Equal(t, []int64{0, 1}, b.First)
	assert.False(t, a.Equal(&b))

	for _, silent := range []stamp.Gathering{
		{waiting(0, calls.CommCreateGroup, three, []int32{1}), waiting(2, calls.CommCreateGroup, three, []int32{1})},
		{waiting(0, calls.CommCreateGroup, three, []int32{2}), waiting(1, calls.CommCreateGroup, two, []int32{0})},
		{waiting(0, calls.IntercommCreate, three, []int32{1}), waiting(1, calls.IntercommCreate, two, []int32{0})},
	} {
		j := newCourt()
		j.Met(&silent)
		assert.Empty(t, j.facts)
	}
}

// A rank that is the only process of its communicator gives data to itself.
func TestAlone(t *testing.T) {
	integer, _ := types(t)
	j := newCourt()
	on := &op.Place{Object: tracker.Object{ID: 9}, Members: []int32{5}, All: []int32{5}}
	x := &op.Arrive{Head: op.Head{On: on, Site: tracker.Site{Rank: 5, Call: calls.Alltoall, PC: 1}}}
	for _, take := range []int64{4, 2} {
		x.Args = op.Args{Root: -1, Exchange: exchanges(blocks(4, integer, 5), blocks(take, integer, 5))}
		j.kinds.Exchanges.Take(5, x)
	}
	require.Len(t, j.facts, 1)
	assert.Equal(t, on.Object, j.uneven()[0].Object)
}

// Several blocks between two neighbors match in some order. If a rank has more of them, the topology does not say which
// blocks match.
func TestNeighbors(t *testing.T) {
	integer, _ := types(t)
	for name, c := range map[string]struct {
		give, take []int64 // of rank 0 to rank 10
		bad        int
	}{
		"in another order": {[]int64{1, 2}, []int64{2, 1}, 0},
		"one differs":      {[]int64{1, 2}, []int64{2, 3}, 1},
		"one more":         {[]int64{1, 2}, []int64{3}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			peers := func(rank int32, n int) (out []int32) {
				for range n {
					out = append(out, rank)
				}
				return out
			}
			j := newCourt()
			j.Met(row(group(2), calls.NeighborAlltoallv, func(i int, a *op.Args) {
				a.Exchange = exchanges(arrays(1, c.give, integer, peers(10, len(c.give))...),
					arrays(2, nil, integer))
				if i == 1 {
					a.Exchange = exchanges(arrays(3, nil, integer),
						arrays(4, c.take, integer, peers(0, len(c.take))...))
				}
			}))
			require.Len(t, j.uneven(), c.bad)
		})
	}
}

// The two groups of an intercommunicator may scatter the result of a reduction in different blocks, but of the same
// total.
func TestTotals(t *testing.T) {
	integer, _ := types(t)
	for total, bad := range map[int64]int{5: 0, 6: 1} {
		j, g := newCourt(), group(3)
		g.Inter, g.Side = true, func(member int) int { return member / 2 }
		j.Met(row(g, calls.ReduceScatter, func(i int, a *op.Args) {
			if a.Exchange = (&op.Exchange{Known: true, Give: arrays(1, []int64{2, 3}, integer, 0, 10)}); i == 2 {
				a.Exchange.Give = arrays(2, []int64{total}, integer, 20)
			}
		}))
		require.Len(t, j.uneven(), bad)
		for _, f := range j.uneven() {
			assert.True(t, f.Total)
			assert.Equal(t, []int64{5, 6}, []int64{f.A.Count, f.B.Count})
		}
	}
}
