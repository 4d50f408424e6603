package gpu

// GPU is the state of a rank's work on GPUs.
type GPU struct {
	streams  map[streamKey]*stream
	list     []*stream // by number
	events   map[int64]snapshot
	kernels  map[int64]string
	host     clock // work that the host knows to be done
	waited   clock // work that the host has waited for
	step     Step  // the last record, if it is a step
	captures int64
	created  int   // streams that the program has created and used
	last     *Work // the work to which the next GPUMemory records belong
	pending  int   // pieces of work that may still be running
	moment   int64 // the number of pieces of work so far, over all streams
	blocks   blocks
	reaching int64   // pieces of work so far that may have stored to memory of addresses that are not recorded
	ended    []Ended // work that has ended since the last call of TakeEnded
}

// Ended says that work no longer uses memory of windows. Unsure: the time of the end is uncertain.
type Ended struct {
	Number int64 // Work.Touched
	Unsure bool
}

// TakeEnded returns the work with accesses to window memory that has ended since the last call. The result is valid
// until the next record.
func (g *GPU) TakeEnded() []Ended {
	ended := g.ended
	g.ended = g.ended[:0]
	return ended
}

// ends notes that work is no longer followed. unsure: the time of its end is uncertain.
func (g *GPU) ends(w *Work, unsure bool) {
	if w.Touched != 0 {
		g.ended = append(g.ended, Ended{w.Touched, unsure})
		w.Touched = 0
	}
}

// Busy reports whether work may still be running.
func (g *GPU) Busy() bool { return g.pending > 0 }

// Used reports whether the program has done anything on a GPU.
func (g *GPU) Used() bool { return g.streams != nil }

// Step returns the step of the last record, valid until the next record; nil: the record is not a step, or belongs to
// the capture of a graph.
func (g *GPU) Step() *Step {
	if g.step.Action == 0 {
		return nil
	}
	return &g.step
}

// Waited reports whether the program has waited for a piece of a stream's work.
func (g *GPU) Waited(stream int, piece int64) bool { return g.waited.has(stream, piece) }

// order makes the next work of a stream wait for other streams, by the rules of the legacy default stream.
func (g *GPU) order(s *stream) {
	if s.nonblocking {
		return
	}
	for _, o := range g.list {
		if o != s && (s.several || o.isOf(s.context)) && !o.nonblocking && (s.legacy || o.legacy) && o.capture == 0 {
			s.after.join(o.after)
			s.after.know(o.number, o.put)
			s.mayWait = s.mayWait || o.mayWait
		}
	}
}

// learns notes that the host knows the work in done to be complete.
func (g *GPU) learns(done clock) {
	g.host.join(done)
	g.pending = 0
	for _, s := range g.list {
		kept := s.work[:0]
		for _, w := range s.work {
			if g.host.has(s.number, w.n) {
				g.ends(w, false)
			} else {
				kept = append(kept, w)
			}
		}
		clear(s.work[len(kept):])
		s.work = kept
		g.pending += len(kept)
	}
}

// waits notes that the host has waited for the work in done.
func (g *GPU) waits(done clock) {
	g.waited.join(done)
	g.learns(done)
}

// mayLearn notes that the host may learn, in ways that are not recorded, that all work of the stream so far is
// complete.
func (g *GPU) mayLearn(s *stream) {
	g.learns(s.snapshot().done)
}
