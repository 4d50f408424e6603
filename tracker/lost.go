package tracker

import (
	"maps"
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
	r.Lost += event.Missing(e)
	for i, t := range r.threads {
		if i == int(e.Thread) || e.Gap() {
			t.lose()
		}
	}
	if e.Gap() {
		r.Records--
	}
	r.forget(&toAll)
}

// forget takes back what is known of objects that calls which are missing may
// have changed or freed. It is done once where events were lost, and after each
// call where all calls of some kind may be missing.
func (r *Rank) forget(b *blind) {
	if b.wins {
		for _, w := range r.AllWins {
			w.Foreign = true
		}
		r.AllWins, r.lastWin = nil, nil
		maps.DeleteFunc(r.wins, func(_ int64, w *Win) bool { return !w.Null && !w.Alive() })
	}
	if b.files {
		for _, f := range r.AllFiles {
			f.Foreign, f.Splits = true, nil
		}
		r.AllFiles, r.lastFile, r.Splits = nil, nil, nil
		maps.DeleteFunc(r.files, func(_ int64, f *File) bool { return !f.Null && !f.Alive() })
	}
	if b.groups {
		maps.DeleteFunc(r.groups, func(_ int64, g *Group) bool { return g.Predef == nil })
	}
	if b.comms {
		maps.DeleteFunc(r.comms, func(_ int64, c *Comm) bool { return c.Predef == nil })
	}
	if b.ops {
		maps.DeleteFunc(r.ops, func(_ int64, o *Op) bool { return o.Predef == nil })
	}
	if b.infos {
		for _, i := range r.infos {
			i.Unknown, i.KV, i.Life = true, nil, Life{}
		}
	}
	if b.errhandlers {
		maps.DeleteFunc(r.errhandlers, func(_ int64, e *Errhandler) bool { return e.Predef == nil })
	}
	if b.keyvals {
		clear(r.keyvals)
	}
	if b.requests {
		clear(r.reqs)
	}
	if b.types {
		r.Types.forget()
	}
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
	return int(rank) < len(j.Ranks) && rank >= 0 && j.Ranks[rank] != nil && j.Ranks[rank].Gaps()
}

// forget makes every derived datatype one about which nothing is known.
func (t *TypeTable) forget() {
	for _, d := range t.types {
		if d.Predef == nil {
			*d = Datatype{Unknown: true, Committed: true, Made: d.Made}
		}
	}
}
