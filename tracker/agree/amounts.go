package agree

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// maxSearched bounds the single blocks that are compared on an object: mostly sums tell that all is well.
const maxSearched = 1 << 24

// amounts compares the data that the ranks of a row give with the data that they take.
func (m *Judge) amounts(r row) {
	var f *fact.Uneven
	sem := calls.Of(r.Call)
	switch sem.Exchange {
	case calls.NoExchange:
		return
	case calls.ExchangeSame:
		f = r.alike()
	case calls.ExchangeGather, calls.ExchangeScatter:
		f = r.atRoot(sem.Exchange == calls.ExchangeGather)
	default:
		if !r.balanced(len(sem.EnterBlob) > 0) {
			f = r.pairs()
		}
	}
	if f != nil {
		f.Object, f.Call, f.Exchange = r.Object, r.Call, sem.Exchange
		m.emit(f)
	}
}

// alike compares amounts that all ranks must give alike with the amounts of the root, or of the first rank. The two
// groups of an intercommunicator may scatter the result of a reduction in different blocks, but of the same total.
func (r row) alike() *fact.Uneven {
	first := -1
	if calls.Of(r.Call).Root >= 0 {
		root, ok := r.Root()
		if !ok {
			return nil // COLL003, or the root has not come
		}
		first = root
	}
	scatters := r.Inter && slices.ContainsFunc(calls.Of(r.Call).Buffers, isBlockPerRank)
	firstOf := [2]int{first, first} // by group
	for i := range r.Arrived {
		x := r.exchange(i)
		if x == nil || x.Give.Use != op.Used {
			continue
		}
		g := 0
		if scatters {
			g = r.Side(i)
		}
		if firstOf[g] < 0 {
			firstOf[g] = i
			continue
		}
		if f := r.alikePair(firstOf[g], i); f != nil {
			return f
		}
	}
	if scatters && firstOf[0] >= 0 && firstOf[1] >= 0 {
		return r.totals(firstOf[0], firstOf[1])
	}
	return nil
}

func isBlockPerRank(b calls.Buffer) bool { return b.Part == calls.BlockPerRank }

// alikePair compares all blocks of two members.
func (r row) alikePair(i, j int) *fact.Uneven {
	x, y := r.exchange(i), r.exchange(j)
	a, b := &x.Give, &y.Give
	if a.One == b.One && a.Sum == b.Sum && !x.Packed && x.Known && y.Known || len(a.Counts) != len(b.Counts) {
		return nil
	}
	for k := range max(len(a.Counts), 1) {
		if f := r.uneven(i, j, a, b, k, k); f != nil {
			f.Block = -1
			if a.Counts != nil {
				f.Block = int64(k)
			}
			return f
		}
	}
	return nil
}

// totals compares the sums of all blocks that two members of different groups give.
func (r row) totals(i, j int) *fact.Uneven {
	total := func(i int) *op.Amounts {
		a := r.exchange(i).Give
		t := &op.Amounts{Type: a.Type, Count: datatype.MulSat(a.Count, int64(len(a.Peers)))}
		for _, n := range a.Counts {
			t.Count = datatype.AddSat(t.Count, n)
		}
		return t
	}
	f := r.uneven(i, j, total(i), total(j), 0, 0)
	if f != nil {
		f.Block, f.Total = -1, true
	}
	return f
}

// atRoot compares the block that each rank gives with the root's block for that rank; of a scatter, the block that the
// rank takes.
func (r row) atRoot(gather bool) *fact.Uneven {
	root, ok := r.Root()
	if !ok {
		return nil
	}
	x := r.exchange(root)
	all := &x.Give
	if gather {
		all = &x.Take
	}
	if all.Use != op.Used {
		return nil
	}
	for k, peer := range all.Peers {
		i, ok := r.Place(peer)
		if !ok {
			continue
		}
		y := r.exchange(i)
		if y == nil {
			continue
		}
		a, b, from, into, fk, ik := &y.Give, all, i, root, 0, k
		if !gather {
			a, b, from, into, fk, ik = all, &y.Take, root, i, k, 0
		}
		if a.Use != op.Used || b.Use != op.Used || all.Counts == nil && a.One == b.One && !x.Packed {
			continue
		}
		if f := r.uneven(from, into, a, b, fk, ik); f != nil {
			return f
		}
	}
	return nil
}

// balanced reports whether the ranks take all data that they give: with arrays of counts the sums tell, else all blocks
// of a group are the same.
func (r row) balanced(arrays bool) bool {
	var sum uint64
	var give, take [2]datatype.Content // by group that gives
	for i := range r.Arrived {
		x := r.exchange(i)
		if x == nil || !x.Known || x.Packed {
			return false
		}
		if arrays {
			sum += x.Give.Sum - x.Take.Sum
			continue
		}
		from, into := 0, 0
		if r.Inter {
			from = r.Side(i)
			into = 1 - from
		}
		if give[from] == 0 {
			give[from] = x.Give.One
		}
		if take[into] == 0 {
			take[into] = x.Take.One
		}
		if give[from] != x.Give.One || take[into] != x.Take.One {
			return false
		}
	}
	return sum == 0 && give == take
}

// pairs looks for a rank that takes another amount from a rank than that rank gives.
func (r row) pairs() *fact.Uneven {
	for i := range r.Arrived {
		x := r.exchange(i)
		if x == nil || x.Give.Use != op.Used {
			continue
		}
		hint := 0
		for k, peer := range x.Give.Peers {
			if r.Searched++; r.Searched > maxSearched {
				return nil
			}
			if peer < 0 { // MPI_PROC_NULL
				continue
			}
			j, ok := r.Place(peer)
			if !ok {
				continue
			}
			y := r.exchange(j)
			if y == nil || y.Take.Use != op.Used {
				continue
			}
			var f *fact.Uneven
			if calls.Of(r.Call).Flow == calls.FlowNeighbors {
				f = r.neighbors(i, j, r.Ranks[i], peer)
			} else if hint = indexFrom(y.Take.Peers, r.Ranks[i], hint); hint >= 0 {
				f = r.uneven(i, j, &x.Give, &y.Take, k, hint)
			}
			if f != nil {
				return f
			}
		}
	}
	return nil
}

// indexFrom returns where a rank is in the list, mostly at the place of the hint.
func indexFrom(list []int32, rank int32, hint int) int {
	if hint >= 0 && hint < len(list) && list[hint] == rank {
		return hint
	}
	return slices.Index(list, rank)
}

// neighbors compares the blocks between two neighbors. Several blocks match in some order. If a rank has more blocks
// than its neighbor, the topology does not say which blocks match.
func (r row) neighbors(i, j int, from, into int32) *fact.Uneven {
	a, b := &r.exchange(i).Give, &r.exchange(j).Take
	sent, got := positions(a.Peers, into), positions(b.Peers, from)
	if len(sent) != len(got) {
		return nil
	}
	for len(sent) > 0 {
		at := slices.IndexFunc(got, func(k int) bool { return r.uneven(i, j, a, b, sent[0], k) == nil })
		if at < 0 {
			return r.uneven(i, j, a, b, sent[0], got[0])
		}
		sent, got = sent[1:], slices.Delete(got, at, at+1)
	}
	return nil
}

// positions returns where a rank is in the list.
func positions(list []int32, rank int32) (at []int) {
	for i, r := range list {
		if r == rank {
			at = append(at, i)
		}
	}
	return at
}

// uneven compares block k that member i gives with block l that member j takes.
func (r row) uneven(i, j int, a, b *op.Amounts, k, l int) *fact.Uneven {
	an, at := a.Block(k)
	bn, bt := b.Block(l)
	if an == 0 { // whatever the datatype
		at = bt
	}
	if bn == 0 {
		bt = at
	}
	why := datatype.CompareContents(at, an, bt, bn)
	if why == nil {
		return nil
	}
	x, y := &r.Arrived[i], &r.Arrived[j]
	return &fact.Uneven{
		A:   fact.Amount{Site: x.Site, Count: an, Type: at, Root: x.Args.Exchange.Root},
		B:   fact.Amount{Site: y.Site, Count: bn, Type: bt, Root: y.Args.Exchange.Root},
		Why: why,
	}
}
