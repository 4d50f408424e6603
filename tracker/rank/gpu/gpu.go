package gpu

// GPU is what the program of a rank does on GPUs.
type GPU struct {
	streams  map[streamKey]*stream
	list     []*stream // by number
	events   map[int64]snapshot
	kernels  map[int64]string
	host     clock // what the host knows to be done
	captures int64
	created  int   // streams that the program has created and used
	last     *Work // that the next GPUMemory records belong to
	pending  int   // pieces of work that may still be running
	moment   int64 // counts work and MPI calls that use memory of GPUs
	blocks   blocks
}

// Busy reports whether work may still be running.
func (g *GPU) Busy() bool { return g.pending > 0 }

// Used reports whether the program has done anything on a GPU.
func (g *GPU) Used() bool { return g.streams != nil }

// order lets the next work of a stream wait for what the rules of the legacy default stream say.
func (g *GPU) order(s *stream) {
	if s.nonblocking {
		return
	}
	for _, o := range g.list {
		if o != s && o.context == s.context && !o.nonblocking && (s.legacy || o.legacy) && o.capture == 0 {
			s.after.join(o.after)
			s.after.know(o.number, o.put)
			s.mayWait = s.mayWait || o.mayWait
		}
	}
}

// learns takes that the host knows this to be done.
func (g *GPU) learns(done clock) {
	g.host.join(done)
	g.pending = 0
	for _, s := range g.list {
		kept := s.work[:0]
		for _, w := range s.work {
			if !g.host.has(s.number, w.n) {
				kept = append(kept, w)
			}
		}
		clear(s.work[len(kept):])
		s.work = kept
		g.pending += len(kept)
	}
}

// mayLearn takes that the host may know, by means that are not seen, what is done when the stream comes here.
func (g *GPU) mayLearn(s *stream) {
	g.learns(s.snapshot().done)
}
