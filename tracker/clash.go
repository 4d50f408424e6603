package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// clash is a row in which ranks differ. It waits for the ranks that have not
// come yet, to tell who stands alone.
type clash struct {
	row  int64
	made []Site // by member; zero: not come
	n    int
}

// mismatch notes that the rank and row k disagree, and ends the matching on
// the object there.
func (j *Job) mismatch(s *callOrder, k int64, c *Call) {
	x := &clash{row: k, made: make([]Site, len(s.members))}
	for i, a := range s.rows.at(int(k - s.base)).arrived {
		if !a.Site.IsZero() {
			x.made[i] = a.Site
			x.n++
		}
	}
	s.cut(k - 1)
	s.clash = x
	if fam := j.fams[s.fam]; fam != nil {
		fam.broken = true
	}
	j.join(s, c)
}

// join adds a rank's call to the clash of an order.
func (j *Job) join(s *callOrder, c *Call) {
	s.clash.made[s.index[c.Site.Rank]] = c.Site
	s.clash.n++
	if s.clash.n == len(s.members) {
		j.settleClash(s)
	}
}

// settleClash reports a row in which ranks differ.
func (j *Job) settleClash(s *callOrder) {
	made := s.clash.made
	s.clash = nil
	count := map[calls.Kind]int{}
	most := calls.Kind(0)
	for _, m := range made {
		if !m.IsZero() {
			count[canonical(m.Call)]++
		}
	}
	for _, m := range made {
		if k := canonical(m.Call); !m.IsZero() && count[k] > count[most] {
			most = k
		}
	}
	f := &Disagreement{Object: s.object, AtA: s.object, AtB: s.object}
	for _, m := range made {
		switch {
		case m.IsZero():
		case canonical(m.Call) != most:
			f.B, f.Against = add(f.B, f.Against, m)
		default:
			f.A, f.Others = add(f.A, f.Others, m)
		}
	}
	j.emit(f)
}

func add(first Site, rest []Site, s Site) (Site, []Site) {
	if first.IsZero() {
		return s, rest
	}
	return first, append(rest, s)
}
