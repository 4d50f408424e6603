package tracker

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Job is the view of all ranks. It matches their calls by the standard's
// rules: collective calls by their place in the order on their object, start
// with post by count for each pair of ranks. Time plays no part, so ranks may
// be fed in any interleaving; Held asks the caller to let others catch up.
type Job struct {
	Ranks []*Rank // by rank in MPI_COMM_WORLD; nil: no log
	// Running says that Finish looks at a job that has not ended.
	Running bool
	emit    func(Fact)

	seqs  map[uint64]*callOrder
	fams  map[uint64]*family
	wins  map[uint64]*JobWin
	files map[uint64]*jobFile
	holds []hold

	access Access  // reused
	pair   Pair    // reused
	match  Matched // reused
	doubts int     // of all windows
	lossy  bool    // records of some rank are missing
	halves []*Half // free
	names  []int32 // reused
}

// JobWin is a window as all its ranks see it.
type JobWin struct {
	ID      uint64
	Label   string
	Members []int32
	ByRank  []*Win // by rank in the window's group; nil until it was made there

	pairs   map[pairKey]*pairQueue
	lost    map[int32]bool // window ranks whose starts and posts are no longer matched
	joined  int            // ranks that have made it
	freed   int            // ranks that have freed it
	noPut   map[int32]Site // window ranks whose last matched fence said NOPUT
	regions [][]life       // dynamic windows, by window rank
	doubts  []doubt
}

// hold keeps a stream back: softly, for the caller decides.
type hold struct {
	seq   *callOrder
	until int64 // held while seq.base <= until
	queue *pairQueue
	win   *JobWin // held until all its ranks have made it
}

// NewJob returns the job view of the ranks; facts go to emit.
func NewJob(ranks []*Rank, emit func(Fact)) *Job {
	return &Job{
		Ranks: ranks, emit: emit,
		seqs: map[uint64]*callOrder{}, fams: map[uint64]*family{}, wins: map[uint64]*JobWin{}, files: map[uint64]*jobFile{},
		holds: make([]hold, len(ranks)),
		lossy: slices.ContainsFunc(ranks, func(r *Rank) bool { return r != nil && r.Gaps() }),
	}
}

// Held reports whether rank r has run ahead of ranks it must be matched with.
func (j *Job) Held(r int) bool {
	h := &j.holds[r]
	switch {
	case h.seq != nil:
		if h.until <= h.seq.last && h.seq.base <= h.until {
			return true
		}
	case h.queue != nil:
		if h.queue.long() {
			return true
		}
	case h.win != nil:
		if h.win.joined < len(h.win.Members) {
			return true
		}
	}
	*h = hold{}
	return false
}

// Release lets rank r go on although it is ahead.
func (j *Job) Release(r int) { j.holds[r] = hold{} }

// Observe takes one side of a call of rank r, before it is applied to the
// rank view.
func (j *Job) Observe(r *Rank, c *Call, m Moment) {
	if r.Gap {
		return
	}
	if sh := &shapes[c.Kind]; sh.rma != nil {
		if m == Entered {
			j.observeRMA(r, c)
		}
		return
	}
	if c.Kind == calls.FileOpen {
		j.observeOpen(r, c, m)
	}
	if len(r.Splits) > 0 && (m == Returned || c.once) {
		j.hear(r, c)
	}
	if m == Entered {
		j.observeEnter(r, c)
		return
	}
	if len(r.Splits) > 0 && c.File != nil && IsIO(c.Kind) && c.IO.Split == SplitEnd {
		j.endSplit(r, c)
	}
	j.observeReturn(r, c)
}

// Applied takes a call that has just been applied to the rank view.
func (j *Job) Applied(r *Rank, c *Call) {
	if r.Gap {
		return
	}
	switch c.Kind {
	case calls.WinCreate, calls.WinAllocate, calls.WinAllocateShared, calls.WinCreateDynamic:
		if c.ok() && r.lastWin != nil {
			j.joinWin(r, r.lastWin)
		}
	case calls.WinAttach, calls.WinDetach:
		if c.ok() && c.Win != nil {
			j.observeAttach(r, c)
		}
	case calls.WinFree:
		if c.ok() && c.Win != nil {
			j.retire(c.Win)
		}
	case calls.FileClose:
		if c.ok() && c.File != nil && c.File.ID != 0 && j.files[c.File.ID] != nil {
			j.closeJobFile(j.files[c.File.ID], c.File.Comm.ID)
		}
	default:
		if c.File != nil && c.ok() && IsIO(c.Kind) && c.IO.Split == SplitBegin {
			j.beginSplit(r, c)
		}
	}
}

func (j *Job) observeEnter(r *Rank, c *Call) {
	if o := overOf[c.Kind]; o != notCollective {
		j.arrive(r, c, o)
	}
	if c.Kind == calls.FileSetView || c.File != nil && c.IO.Pointer == SharedPtr && IsIO(c.Kind) {
		j.observeView(r, c)
	}
	if c.Win == nil || !c.Win.Alive() || c.Win.Foreign {
		return
	}
	switch c.Kind {
	case calls.WinStart:
		j.enterStart(r, c)
	case calls.WinPost:
		j.enterPost(r, c)
	case calls.WinComplete:
		j.enterComplete(r, c)
	}
}

func (j *Job) observeReturn(r *Rank, c *Call) {
	if c.RC == 0 {
		j.passSync(r, c)
		if c.Kind == calls.WinComplete && c.Win != nil {
			j.leaveComplete(c)
		}
		return
	}
	if o := overOf[c.Kind]; o != notCollective && c.Kind != calls.FileOpen { // that fails everywhere alike
		j.distrust(r, c, o)
	}
	switch c.Kind {
	case calls.WinStart, calls.WinPost, calls.WinComplete, calls.WinWait, calls.WinTest, calls.WinFree:
		if c.Win != nil {
			j.losePairs(c.Win)
		}
	}
}

// retire forgets a window that its last rank has freed.
func (j *Job) retire(w *Win) {
	jw := j.wins[w.ID]
	if jw == nil {
		return
	}
	jw.freed++
	if jw.freed < len(jw.ByRank) {
		return
	}
	if len(jw.doubts) > 0 {
		j.settle(jw, true)
	}
	if s := j.seqs[w.ID]; s != nil && s.clash != nil {
		j.settleClash(s)
	}
	j.finishPairs(jw, nil)
	delete(j.wins, w.ID)
	delete(j.seqs, w.ID)
	if f := j.fams[w.Comm.ID]; f != nil {
		f.objects--
		j.dropFamily(w.Comm.ID, f)
	}
}

// joinWin adds one rank's view of a new window to the job's.
// The rank waits for the others' view of it: accesses are judged by the
// target's.
func (j *Job) joinWin(r *Rank, w *Win) {
	if w.ID == 0 || len(w.Members) == 0 || w.Comm.Beyond {
		return
	}
	jw := j.wins[w.ID]
	if jw == nil {
		jw = &JobWin{ID: w.ID, Label: w.Label, Members: w.Members,
			ByRank: make([]*Win, len(w.Members)), pairs: map[pairKey]*pairQueue{}, lost: map[int32]bool{}}
		if w.Flavor == Dynamic {
			jw.regions = make([][]life, len(w.Members))
		}
		j.wins[w.ID] = jw
		for i, m := range w.Members {
			if j.lossy && j.isLossy(m) {
				jw.lost[int32(i)] = true
			}
		}
		if f := j.fams[w.Comm.ID]; f != nil {
			f.objects++
		}
	}
	if w.MyRank < 0 || w.MyRank >= len(jw.ByRank) {
		return
	}
	if jw.ByRank[w.MyRank] == nil {
		jw.joined++
	}
	jw.ByRank[w.MyRank] = w
	if jw.joined < len(jw.Members) && len(jw.lost) == 0 {
		j.holds[r.World] = hold{win: jw}
	}
}

// observeRMA reports the access with the target's own view of the window.
func (j *Job) observeRMA(r *Rank, c *Call) {
	w := c.Win
	if w == nil || w.Foreign || !w.Alive() || c.RMA.ProcNull || !w.Contains(c.RMA.Target) {
		return
	}
	jw := j.wins[w.ID]
	if jw == nil {
		return
	}
	t := jw.ByRank[c.RMA.Target]
	if t == nil || t.Foreign {
		return
	}
	if len(r.Splits) > 0 {
		j.observeFar(r, c, t)
	}
	if len(w.accs) > 0 {
		j.observeOps(c, t)
	}
	if w.Flavor == Dynamic {
		j.observeDynamic(r, c, jw)
		return
	}
	j.access = Access{Rank: r, Call: c, Target: t}
	j.emit(&j.access)
}
