package state

import "github.com/gomarmot/gomarmot/pmpi/calls"

// What ranks tell others of the bytes that they reach in files.

// onFile adds what a call that has returned does to the content of a file.
func (o *Ops) onFile(r *Rank, c *Call) {
	s := c.Sem
	switch {
	case s.IO.Half == calls.SplitEnd:
		o.splitEnds(r, c)
	case s.IO.Data:
		o.reaches(r, c)
	case c.Kind == calls.FileSync, s.Frees == calls.ClassFile: // if it failed, perhaps
		if on := c.File.Place(); on != nil {
			o.add(r, c, SyncsFile, on).Count = c.began
		}
	case c.Kind == calls.FileSetSize, c.Kind == calls.FilePreallocate:
		if on := c.File.Place(); on != nil && c.ok() {
			op := o.add(r, c, Resizes, on)
			op.Count, op.Data.Count = c.began, c.Arg("size")
		}
	}
}

// reaches adds a data access. One that failed may have reached anything, or nothing.
func (o *Ops) reaches(r *Rank, c *Call) {
	f := c.File
	on := f.Place()
	if on == nil || !c.ok() {
		return
	}
	n, ok := len(o.bytes), false
	if o.bytes, ok = r.reached(c, o.bytes); !ok {
		return
	}
	op := o.add(r, c, ReachesFile, on)
	x := o.reach.next()
	*x = FileAccess{Pieces: o.bytes[n:len(o.bytes):len(o.bytes)], Atomic: f.Atomic}
	x.Pending = c.IO.Half == calls.SplitBegin || c.IO.Nonblocking && c.request() != r.requestNull
	op.Count, op.More = c.began, x
}

// endsAccess adds that the access of a request is complete.
func (o *Ops) endsAccess(r *Rank, c *Call, q *Request) {
	if on := q.File.Place(); on != nil {
		op := o.add(r, c, EndsAccess, on)
		op.Count, op.Unsure = q.arrived, q.Shared || c.Sem.Completes == calls.CompletesFree || !c.ok()
	}
}
