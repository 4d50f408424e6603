package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// splitRow is the k-th split collective operation of a file on all its ranks,
// with the RMA calls that ranks made to windows of others while their own part
// of the operation was active: such a call may reach memory that the target is
// writing to the file or filling from it.
type splitRow struct {
	parts []splitPart // by member
	ended int
	calls []farCall
}

// splitPart is one rank's part in an operation.
type splitPart struct {
	begun *Split
	// ends, once known: the synchronizing calls the rank had come back from at
	// its end, by communicator.
	ends map[uint64]int64
}

// farCall is an RMA call of a rank whose part of the operation is active.
type farCall struct {
	site   Site
	window string
	fam    uint64
	target int32 // rank in MPI_COMM_WORLD
	sync   int64 // synchronizing calls its rank had come back from
	use    Buffer
}

// maxFarCalls bounds the calls kept for an operation; more are not checked.
const maxFarCalls = 1 << 10

// beginSplit adds a rank's part to its operation.
func (j *Job) beginSplit(r *Rank, c *Call) {
	f, s := j.fileOf(c), c.File.Active()
	if f == nil || s == nil || s.Begin != c.Site {
		return
	}
	if f.splits == nil {
		f.splits = map[int]*splitRow{}
	}
	row := f.splits[s.Number]
	if row == nil {
		row = &splitRow{parts: make([]splitPart, len(f.members))}
		f.splits[s.Number] = row
	}
	row.parts[c.File.MyRank].begun = s
}

// endSplit takes the end of a rank's part, about to be applied.
func (j *Job) endSplit(r *Rank, c *Call) {
	f := j.fileOf(c)
	if f == nil {
		return
	}
	s := c.File.Ends(c.Kind)
	if s == nil || f.splits[s.Number] == nil {
		return
	}
	row := f.splits[s.Number]
	p := &row.parts[c.File.MyRank]
	if p.begun != s || p.ends != nil {
		return
	}
	p.ends = map[uint64]int64{}
	for _, x := range row.calls {
		if x.target == int32(r.World) {
			p.ends[x.fam] = j.syncOf(x.fam, x.target)
		}
	}
	// Windows that no call was seen for yet: of the ranks behind.
	for _, w := range r.AllWins {
		if w.Comm != nil {
			p.ends[w.Comm.ID] = j.syncOf(w.Comm.ID, int32(r.World))
		}
	}
	row.ended++
	if row.ended == len(f.members) {
		j.decideSplit(row)
		delete(f.splits, s.Number)
	}
}

func (j *Job) fileOf(c *Call) *jobFile {
	w := c.File
	if w == nil || w.Foreign || w.ID == 0 {
		return nil
	}
	f := j.files[w.ID]
	if f == nil || f.lossy || w.MyRank < 0 || w.MyRank >= len(f.members) {
		return nil
	}
	return f
}

// syncOf is how many synchronizing calls of a communicator and its windows a
// rank has come back from.
func (j *Job) syncOf(fam uint64, world int32) int64 {
	f := j.fams[fam]
	if f == nil {
		return 0
	}
	i, ok := f.index[world]
	if !ok {
		return 0
	}
	return f.sync[i]
}

// observeFar keeps an RMA call to another rank's window that is made while
// operations of its own rank are active.
func (j *Job) observeFar(r *Rank, c *Call, t *Win) {
	m := &c.RMA
	if m.Target == int64(c.Win.MyRank) || m.TType == nil || m.TType.Unknown || !m.Moves() {
		return
	}
	at := m.Disp
	if t.Flavor != Dynamic {
		at = t.Base + m.Disp*t.DispUnit
	}
	x := farCall{site: c.Site, window: c.Win.Label, fam: c.Win.Comm.ID, target: c.Win.Members[m.Target],
		use: Buffer{Addr: at, Count: m.TCount, Type: m.TType, Writes: m.Writes, Window: true}}
	x.sync = j.syncOf(x.fam, c.Site.Rank)
	for _, s := range r.Splits {
		if s.heard || s.syncFam != 0 && s.syncFam != x.fam || s.File.ID == 0 {
			continue
		}
		f := j.files[s.File.ID]
		if f == nil || f.splits[s.Number] == nil {
			continue
		}
		if row := f.splits[s.Number]; len(row.calls) < maxFarCalls {
			row.calls = append(row.calls, x)
		}
	}
}

// hear notes that a call may bring a rank news of what others have done since
// its operations began: then their end may come before its next RMA call. Of
// synchronizing calls the job view knows which of them came before.
func (j *Job) hear(r *Rank, c *Call) {
	switch c.Kind {
	case calls.WinLock, calls.WinLockAll, calls.WinUnlock, calls.WinUnlockAll, calls.WinFlush, calls.WinFlushAll,
		calls.WinFlushLocal, calls.WinFlushLocalAll, calls.WinSync:
		return
	}
	if IsIO(c.Kind) && !c.IO.Collective {
		return
	}
	fam := uint64(0)
	if synchronizes(r, c) {
		switch {
		case c.Win != nil && c.Win.Comm != nil:
			fam = c.Win.Comm.ID
		case c.Comm != nil:
			fam = c.Comm.ID
		}
	}
	for _, s := range r.Splits {
		if fam == 0 || s.syncFam != 0 && s.syncFam != fam {
			s.heard = true
		}
		s.syncFam = fam
	}
}

// decideSplit reports the RMA calls that reached the buffer of another rank's
// part which had not ended before them.
func (j *Job) decideSplit(row *splitRow) {
	for _, x := range row.calls {
		for i := range row.parts {
			p := &row.parts[i]
			if p.begun == nil || p.begun.Begin.Rank != x.target {
				continue
			}
			own := Buffer{Addr: p.begun.IO.Buf, Count: p.begun.IO.Count, Type: p.begun.IO.Type}
			if p.begun.IO.Write && !x.use.Writes || p.ends[x.fam] < x.sync || !own.overlap(&x.use) {
				continue
			}
			j.emit(&SplitReached{Call: x.site, Object: x.window, Begin: p.begun.Begin, Write: p.begun.IO.Write, Writes: x.use.Writes})
		}
	}
}
