package tracker

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// lose applies a Lost record: calls of a thread are missing, so what is
// known about objects until now may be out of date, and a handle may stand
// for a new object. Objects made from now on are known again, but how they
// are numbered on other ranks is not: they are not compared between ranks.
//
// The records may be of any thread where readers made the Lost record.
func (r *Rank) lose(e *event.Event) {
	r.Gap = true
	r.Lost += max(e.A[0], 0)
	for i, t := range r.threads {
		if i == int(e.Thread) || e.Gap() {
			t.lose()
		}
	}
	if e.Gap() {
		r.Records--
	}
	for _, w := range r.AllWins {
		w.Foreign = true
	}
	r.AllWins, r.lastWin = nil, nil
	for h, w := range r.wins {
		if !w.Null && !w.Alive() {
			delete(r.wins, h)
		}
	}
	for _, f := range r.AllFiles {
		f.Foreign, f.Splits = true, nil
	}
	r.AllFiles, r.lastFile, r.Splits = nil, nil, nil
	for h, f := range r.files {
		if !f.Null && !f.Alive() {
			delete(r.files, h)
		}
	}
	for h, g := range r.groups {
		if g.Predef == nil {
			delete(r.groups, h)
		}
	}
	for h, c := range r.comms {
		if c.Predef == nil {
			delete(r.comms, h)
		}
	}
	for h, o := range r.ops {
		if o.Predef == nil {
			delete(r.ops, h)
		}
	}
	r.loseLives()
	clear(r.reqs)
	r.Types.forget()
}

// lose forgets the open calls: their leave records may be among the missing.
func (t *thread) lose() {
	for len(t.stack) > 0 {
		t.pop()
	}
}

// Lose ends the matching with a rank of which records are missing: what it
// calls from now on has no known place in any order. What came before goes on,
// for ranks that are fed later.
func (j *Job) Lose(r *Rank) {
	for _, s := range j.seqs {
		if i, ok := s.place(r); ok {
			s.cut(s.pos[i] - 1)
		}
	}
	for _, f := range j.fams {
		if _, ok := placeOf(f.members, f.index, r); ok {
			f.lose()
		}
	}
	for _, w := range j.wins {
		for i, m := range w.Members {
			if int(m) == r.World {
				w.lost[int32(i)] = true
			}
		}
	}
	for _, f := range j.files {
		f.lossy = f.lossy || slices.Contains(f.members, int32(r.World))
	}
	j.holds[r.World] = hold{}
	j.lossy = true
}

// lose ends the comparison of the order across objects. How often each rank
// has synchronized is still counted.
func (f *family) lose() {
	f.broken, f.doubt = true, nil
	f.rows = fifo[famRow]{}
}

// anyLost reports whether records of one of the ranks are missing.
func (j *Job) anyLost(members []int32) bool {
	return j.lossy && slices.ContainsFunc(members, j.isLossy)
}

func (j *Job) isLossy(rank int32) bool {
	return int(rank) < len(j.Ranks) && rank >= 0 && j.Ranks[rank] != nil && j.Ranks[rank].Gap
}

// forget makes every derived datatype one about which nothing is known.
func (t *TypeTable) forget() {
	for _, d := range t.types {
		if d.Predef == nil {
			*d = Datatype{Unknown: true, Committed: true, Made: d.Made}
		}
	}
}
