package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// maxSearched bounds how many blocks are compared one by one on one object: mostly
// sums tell that all is well.
const maxSearched = 1 << 24

// unfinished compares arguments and amounts of those ranks that have come, where others have
// not: perhaps the job was aborted, or hangs, because they do not match.
func (m *collectives) unfinished(s *callOrder) {
	for k := range s.rows.Len() {
		if rw := s.rows.At(k); rw.n < len(s.members) {
			m.entered(s, rw)
			m.amounts(s, rw)
		}
	}
}

// entered emits a row that only some ranks have come to.
func (m *collectives) entered(s *callOrder, rw *orderRow) {
	if rw.n < 2 {
		return
	}
	f := &fact.Entered{Matched: fact.Matched{Object: s.object, Call: rw.kind, Inter: s.inter, Flavour: m.Flavour}, Size: len(s.members)}
	for i := range rw.arrived {
		if a := &rw.arrived[i]; !a.Site.IsZero() {
			f.Members, f.Row = append(f.Members, s.members[i]), append(f.Row, *a)
		}
	}
	m.emit(f)
}

// alone takes a call of which a rank is the only process.
func (m *collectives) alone(_ int32, op *state.Op) {
	s := &callOrder{group: group{members: op.On.All}, object: op.On.Object}
	m.amounts(s, &orderRow{kind: calls.Of(op.Site.Call).As, n: 1, arrived: []fact.Arrival{arrival(op)}})
}

// amounts compares what the ranks give and take in a row.
func (m *collectives) amounts(s *callOrder, rw *orderRow) {
	var f *fact.Uneven
	sem := calls.Of(rw.kind)
	switch sem.Exchange {
	case calls.NoExchange:
		return
	case calls.ExchangeSame:
		f = s.alike(rw)
	case calls.ExchangeGather, calls.ExchangeScatter:
		f = s.atRoot(rw, sem.Exchange == calls.ExchangeGather)
	default:
		if !s.balanced(rw, len(sem.EnterBlob) > 0) {
			f = s.pairs(rw)
		}
	}
	if f != nil {
		f.Object, f.Call, f.Exchange = s.object, rw.kind, sem.Exchange
		m.emit(f)
	}
}

func exchangeOf(a *fact.Arrival) *state.Exchange { return a.Args.Exchange }

// rootOf returns the member that is the root; false if there is no single one.
func (s *callOrder) rootOf(rw *orderRow) (root int, ok bool) {
	root = -1
	named := int64(-1)
	for i := range rw.arrived {
		x := exchangeOf(&rw.arrived[i])
		switch {
		case x == nil:
			continue
		case named < 0:
			named = rw.arrived[i].Args.Root
		case !s.inter && rw.arrived[i].Args.Root != named:
			return -1, false
		}
		if x.Root && root >= 0 {
			return -1, false
		}
		if x.Root {
			root = i
		}
	}
	return root, root >= 0
}

// alike compares amounts that all ranks must give alike with the root's, or the
// first rank's. The two groups of an intercommunicator may scatter the result of
// a reduction in different blocks, but of the same total.
func (s *callOrder) alike(rw *orderRow) *fact.Uneven {
	first := -1
	if calls.Of(rw.kind).Root >= 0 {
		root, ok := s.rootOf(rw)
		if !ok {
			return nil // COLL003, or the root has not come
		}
		first = root
	}
	scatters := s.inter && slices.ContainsFunc(calls.Of(rw.kind).Buffers, func(b calls.Buffer) bool { return b.Part == calls.BlockPerRank })
	firstOf := [2]int{first, first} // by group
	for i := range rw.arrived {
		x := exchangeOf(&rw.arrived[i])
		if x == nil || x.Give.Use != state.Used {
			continue
		}
		g := 0
		if scatters {
			g = s.side(i)
		}
		if firstOf[g] < 0 {
			firstOf[g] = i
			continue
		}
		if f := alikePair(rw, firstOf[g], i); f != nil {
			return f
		}
	}
	if scatters && firstOf[0] >= 0 && firstOf[1] >= 0 {
		return totals(rw, firstOf[0], firstOf[1])
	}
	return nil
}

func alikePair(rw *orderRow, i, j int) *fact.Uneven {
	x, y := exchangeOf(&rw.arrived[i]), exchangeOf(&rw.arrived[j])
	a, b := &x.Give, &y.Give
	if a.One == b.One && a.Sum == b.Sum && !x.Packed && x.Known && y.Known || len(a.Counts) != len(b.Counts) {
		return nil
	}
	for k := range max(len(a.Counts), 1) {
		if f := uneven(rw, i, j, a, b, k, k); f != nil {
			f.Block = -1
			if a.Counts != nil {
				f.Block = int64(k)
			}
			return f
		}
	}
	return nil
}

// totals compares what the first ranks of both groups give in all blocks together.
func totals(rw *orderRow, i, j int) *fact.Uneven {
	total := func(i int) *state.Amounts {
		a := exchangeOf(&rw.arrived[i]).Give
		t := &state.Amounts{Type: a.Type, Count: datatype.MulSat(a.Count, int64(len(a.Peers)))}
		for _, n := range a.Counts {
			t.Count = datatype.AddSat(t.Count, n)
		}
		return t
	}
	f := uneven(rw, i, j, total(i), total(j), 0, 0)
	if f != nil {
		f.Block, f.Total = -1, true
	}
	return f
}

// side tells the two groups of an intercommunicator apart.
func (s *callOrder) side(i int) int {
	if s.sides == nil {
		s.sides = make([]int8, len(s.members))
		for k, rank := range s.members {
			if !slices.Contains(s.own, rank) {
				s.sides[k] = 1
			}
		}
	}
	return int(s.sides[i])
}

// atRoot compares what each rank gives with the root's block for it or, of a
// scatter, what it takes.
func (s *callOrder) atRoot(rw *orderRow, gather bool) *fact.Uneven {
	root, ok := s.rootOf(rw)
	if !ok {
		return nil
	}
	x := exchangeOf(&rw.arrived[root])
	all := &x.Give
	if gather {
		all = &x.Take
	}
	if all.Use != state.Used {
		return nil
	}
	for k, peer := range all.Peers {
		i, ok := s.place(peer)
		if !ok {
			continue
		}
		y := exchangeOf(&rw.arrived[i])
		if y == nil {
			continue
		}
		a, b, from, into, fk, ik := &y.Give, all, i, root, 0, k
		if !gather {
			a, b, from, into, fk, ik = all, &y.Take, root, i, k, 0
		}
		if a.Use != state.Used || b.Use != state.Used || all.Counts == nil && a.One == b.One && !x.Packed {
			continue
		}
		if f := uneven(rw, from, into, a, b, fk, ik); f != nil {
			return f
		}
	}
	return nil
}

// balanced reports whether all that is given is taken: with arrays of counts the
// sums tell, else all blocks of a group are the same.
func (s *callOrder) balanced(rw *orderRow, arrays bool) bool {
	var sum uint64
	var give, take [2]datatype.Content // by group that gives
	for i := range rw.arrived {
		x := exchangeOf(&rw.arrived[i])
		if x == nil || !x.Known || x.Packed {
			return false
		}
		if arrays {
			sum += x.Give.Sum - x.Take.Sum
			continue
		}
		from, into := 0, 0
		if s.inter {
			from = s.side(i)
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

// pairs looks for two ranks of which one takes another amount than the other gives.
func (s *callOrder) pairs(rw *orderRow) *fact.Uneven {
	for i := range rw.arrived {
		x := exchangeOf(&rw.arrived[i])
		if x == nil || x.Give.Use != state.Used {
			continue
		}
		hint := 0
		for k, peer := range x.Give.Peers {
			if s.searched++; s.searched > maxSearched {
				return nil
			}
			if peer < 0 { // MPI_PROC_NULL
				continue
			}
			j, ok := s.place(peer)
			if !ok {
				continue
			}
			y := exchangeOf(&rw.arrived[j])
			if y == nil || y.Take.Use != state.Used {
				continue
			}
			var f *fact.Uneven
			if calls.Of(rw.kind).Flow == calls.FlowNeighbors {
				f = neighbors(rw, i, j, s.members[i], peer)
			} else if hint = indexFrom(y.Take.Peers, s.members[i], hint); hint >= 0 {
				f = uneven(rw, i, j, &x.Give, &y.Take, k, hint)
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

// neighbors compares the blocks between two neighbors. There may be several: then
// they match in some order. If one of the two has more of them than the other,
// the topology does not say which.
func neighbors(rw *orderRow, i, j int, from, into int32) *fact.Uneven {
	a, b := &exchangeOf(&rw.arrived[i]).Give, &exchangeOf(&rw.arrived[j]).Take
	sent, got := positions(a.Peers, into), positions(b.Peers, from)
	if len(sent) != len(got) {
		return nil
	}
	for len(sent) > 0 {
		at := slices.IndexFunc(got, func(k int) bool { return uneven(rw, i, j, a, b, sent[0], k) == nil })
		if at < 0 {
			return uneven(rw, i, j, a, b, sent[0], got[0])
		}
		sent, got = sent[1:], slices.Delete(got, at, at+1)
	}
	return nil
}

func positions(list []int32, rank int32) (at []int) {
	for i, r := range list {
		if r == rank {
			at = append(at, i)
		}
	}
	return at
}

// uneven compares block k of what rank i gives with block l of what rank j takes.
func uneven(rw *orderRow, i, j int, a, b *state.Amounts, k, l int) *fact.Uneven {
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
	x, y := &rw.arrived[i], &rw.arrived[j]
	return &fact.Uneven{
		A:   fact.Amount{Site: x.Site, Count: an, Type: at, Root: exchangeOf(x).Root},
		B:   fact.Amount{Site: y.Site, Count: bn, Type: bt, Root: exchangeOf(y).Root},
		Why: why,
	}
}
