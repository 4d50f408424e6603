package files

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/signal"
)

// mostSeen bounds the comparisons with past accesses before Prune drops these: comparing takes more time than
// pruning.
const mostSeen = 1 << 14

// Met takes the knowledge of all ranks of an MPI_File_open when the last of them had entered it. Take may get the
// op of the last rank before or after that.
func (m *Judge) Met(on *op.Place, all order.Snapshot) {
	f := m.file(on)
	f.all = &all
	f.meet()
}

// file returns the file that an MPI_File_open opens.
func (m *Judge) file(on *op.Place) *openFile {
	f := m.of[on.ID]
	if f == nil {
		f = &openFile{handles: make([]fileHandle, len(on.Members)), from: -1}
		m.of[on.ID] = f
	}
	return f
}

// enter takes a rank that has entered an MPI_File_open.
func (m *Judge) enter(rank int32, x *op.FileOpen) {
	f := m.file(x.On)
	h := &f.handles[x.On.Me]
	if h.seq != nil {
		return
	}
	h.seq = &race.Sequence{Handle: fact.Handle{Open: x.On.ID, Rank: rank, Begin: x.Site}, At: m.order.At(rank, x.N)}
	f.entered++
	f.meet()
}

// meet has the first sequence of each handle begin when all ranks had entered the MPI_File_open.
func (f *openFile) meet() {
	if f.all == nil || f.entered < len(f.handles) {
		return
	}
	for i := range f.handles {
		s := f.handles[i].seq
		s.At = s.At.Where(*f.all)
	}
}

// opened takes a rank that has returned from an MPI_File_open: it knows which file that is.
func (m *Judge) opened(rank int32, x *op.FileOpen) {
	f := m.of[x.On.ID]
	if f == nil {
		return
	}
	if x.Failed {
		f.handles[x.On.Me].closed = true
		return
	}
	name := fileName{name: x.Name, dev: x.Dev, ino: x.Ino}
	known := x.Dev != 0 && x.Ino != 0 && int(rank) < len(m.hosts)
	if known {
		name.host = m.hosts[rank]
	}
	c := f.content
	if c == nil {
		if c = m.named[name]; c == nil || !known {
			c = &content{size: -1}
			m.contents = append(m.contents, c)
		}
		c.opens++
		f.content = c
		fl := m.flavour
		if x.Amode&fl.ModeCreate != 0 && x.Amode&fl.ModeExcl != 0 {
			c.size = 0
		}
		f.shared.known = x.Amode&fl.ModeAppend == 0
	}
	if known && m.named[name] == nil {
		m.named[name] = c
		c.names = append(c.names, name)
	}
}

// handle returns a rank's handle that an op is about; nil if it cannot be compared.
func (m *Judge) handle(on *op.Place) (f *openFile, h *fileHandle) {
	if f = m.of[on.ID]; f == nil || f.content == nil || !m.order.Watching() {
		return nil, nil
	}
	if h = &f.handles[on.Me]; h.seq == nil || h.closed {
		return nil, nil
	}
	return f, h
}

func (m *Judge) reach(rank int32, x *op.FileAccess) {
	f, h := m.handle(x.On)
	if h == nil {
		return
	}
	for i := range x.Pieces {
		b := m.access(rank, &x.Head, x.Began, h)
		b.Memory, b.Atomic = x.Pieces[i], x.Atomic
		if b.Memory.Writes {
			b.Mode = fact.Writes
		}
		if x.Pending {
			b.Back = 0
		}
		m.add(f, h, b)
	}
}

// access returns an access by the call of an op, which began when the rank had a number of records.
func (m *Judge) access(rank int32, x *op.Head, began int64, h *fileHandle) *race.Access {
	return &race.Access{Access: signal.Access{Side: fact.Side{Times: 1, Site: x.Site, Window: x.On.Object},
		At: m.order.At(rank, began)}, Seq: h.seq, Back: x.N}
}

// add compares an access with others, and keeps it.
func (m *Judge) add(f *openFile, h *fileHandle, b *race.Access) {
	if b.Lo, b.Hi = b.Memory.Hull(); b.Lo < 0 || b.Lo >= b.Hi {
		return
	}
	c := f.content
	if b.Memory.Writes && !b.Cuts && c.size >= 0 {
		c.size = max(c.size, b.Hi)
	}
	m.meets = c.Meets(b, m.meets[:0])
	m.seen += len(m.meets)
	m.meets = slices.DeleteFunc(m.meets, func(a *race.Access) bool { return !m.unordered(a, b) })
	race.Sort(m.meets)
	for _, a := range m.meets {
		m.compare(a, b)
	}
	n := c.Len()
	h.keep(&c.Space, b)
	if m.kept += c.Len() - n; m.kept > m.roomy || m.seen > mostSeen+8*m.kept {
		m.Prune(b.Site)
	}
}

// keep keeps an access for comparison with later accesses.
func (h *fileHandle) keep(space *race.Space, b *race.Access) {
	if b.Back == 0 {
		h.begin(b)
		space.Add(b)
		return
	}
	if a := h.loops[b.Site.PC]; a != nil {
		if a.Extends(b) {
			space.Grow(a, b)
			return
		}
		if a.Times > 1 {
			space.Close(a)
		}
	}
	space.Add(b)
	if h.loops == nil {
		h.loops = map[uint64]*race.Access{}
	}
	h.loops[b.Site.PC] = b
}

// begin notes an access that is not complete.
func (h *fileHandle) begin(b *race.Access) {
	if h.pending == nil {
		h.pending = map[int64][]*race.Access{}
	}
	h.pending[b.At.N] = append(h.pending[b.At.N], b)
}

// complete takes the end of an access that a call has only begun.
func (m *Judge) complete(_ int32, x *op.FileAccessEnd) {
	_, h := m.handle(x.On)
	switch {
	case h == nil:
	case x.Unsure:
		h.doubt()
	default:
		for _, a := range h.pending[x.Began] {
			a.Back = x.N
		}
		delete(h.pending, x.Began)
	}
}

// doubt forgets the accesses whose completion is not known.
func (h *fileHandle) doubt() {
	for _, list := range h.pending {
		for _, a := range list {
			a.Dead = true
		}
	}
	clear(h.pending)
}

// sync takes a synchronization of a handle, which may be its end.
func (m *Judge) sync(rank int32, x *op.FileSync) {
	f, h := m.handle(x.On)
	if h == nil {
		return
	}
	h.doubt() // FILE007
	h.seq.Done, h.seq.End = x.N, x.Site
	m.endLoops(f, h)
	if h.closed = calls.Of(x.Site.Call).Frees == calls.ClassFile; !h.closed {
		h.seq = &race.Sequence{Handle: fact.Handle{Open: x.On.ID, Rank: rank, Begin: x.Site},
			At: m.order.At(rank, x.Began)}
	}
}

// endLoops ends the loops of a handle: later accesses do not extend earlier accesses.
func (m *Judge) endLoops(f *openFile, h *fileHandle) {
	n := f.content.Len()
	for _, a := range h.loops {
		if a.Times > 1 {
			f.content.Close(a)
		}
	}
	clear(h.loops)
	m.kept += f.content.Len() - n
}

// resize takes a change of the size of a file. All ranks of the open make it together, so it is ordered with all
// accesses through this open; for accesses through another open it is a write between the old size and the new size.
func (m *Judge) resize(rank int32, x *op.Resize) {
	f, h := m.handle(x.On)
	size := x.Size
	if h == nil || size < 0 {
		return
	}
	cuts := x.Site.Call == calls.FileSetSize
	if h.resized == f.resized { // the first rank that has come
		f.resized++
		f.from = f.content.size
		switch {
		case cuts:
			f.content.size = size
		case f.from >= 0:
			f.content.size = max(f.from, size)
		}
	}
	if h.resized++; h.resized < f.resized {
		return // the size at that time is no longer known
	}
	b := m.access(rank, &x.Head, x.Began, h)
	b.Mode, b.Resizes = fact.Writes, true
	lo, hi := min(f.from, size), max(f.from, size)
	switch {
	case f.from >= 0 && (cuts || f.from < size):
	case cuts:
		lo, hi, b.Cuts = size, math.MaxInt64/2, true
	default:
		return
	}
	b.Memory = datatype.Buffer{Addr: lo, Count: hi - lo, Type: datatype.Bytes, Writes: true}
	m.add(f, h, b)
}

// unordered reports whether two accesses conflict if they reach the same bytes; b came second, and a or b writes.
func (m *Judge) unordered(a, b *race.Access) bool {
	x, y := a.Seq, b.Seq
	switch {
	case a.Site == b.Site && a.At.N == b.At.N: // pieces of the same access
		return false
	case a.Window.ID == b.Window.ID && (a.Atomic && b.Atomic || a.Resizes || b.Resizes):
		return false
	case a.Cuts && !b.Memory.Writes || b.Cuts && !a.Memory.Writes: // perhaps the file was not that long
		return false
	case x.SameHandle(&y.Handle) && m.late && b.At.N < a.At.N:
		return b.Back == 0 || b.Back > a.At.N
	case x.SameHandle(&y.Handle) && m.late:
		// the accesses of a loop are complete one after the other
		return a.Times == 1 && (a.Back == 0 || a.Back > b.At.N)
	case x.SameHandle(&y.Handle):
		return a.Back == 0
	case x.MayPrecede(y), y.MayPrecede(x):
		return false
	}
	return x.Rank == y.Rank || !m.vague(a) && !m.vague(b)
}

// compare looks at two accesses that nothing orders; b came second.
func (m *Judge) compare(a, b *race.Access) {
	self := a.Site.Rank == b.Site.Rank
	pair := placePair{a: min(a.Site.PC, b.Site.PC), b: max(a.Site.PC, b.Site.PC), self: self}
	if m.told.Full(pair) {
		return
	}
	lo, hi, common := a.Common(b, &m.overlaps)
	if !common {
		return
	}
	m.told.Add(pair)
	if m.late && (self && b.At.N < a.At.N || !self && b.Back > 0 && b.Back <= a.At.Knows(b.Site.Rank)) {
		a, b = b, a
	}
	d := doubtfulFile{FileRace: fact.FileRace{First: &a.Side, Second: &b.Side, Lo: lo, Hi: hi}, a: a, b: b, pair: pair}
	if self {
		d.Waited, d.Synced = a.Back > 0, a.Seq.Done > 0
	} else {
		knows := b.At.Knows(a.Site.Rank)
		d.Waited, d.Synced = a.Back > 0 && a.Back <= knows, a.Seq.Done > 0 && a.Seq.Done <= knows
	}
	if !self && !d.Waited {
		d.between = m.between(a, b)
	}
	m.doubts = append(m.doubts, d)
}

// vague reports whether the clocks say too little of a rank's knowledge when it made the access or began its sequence.
func (m *Judge) vague(a *race.Access) bool { return m.order.Vague(a.At) || m.order.Vague(a.Seq.At) }

// Finish reports the conflicts, apart from accesses that the ranks may have ordered in an unknown way.
func (m *Judge) Finish() {
	if m.forgot != nil {
		m.emit(m.forgot)
	}
	for i := range m.doubts {
		d := &m.doubts[i]
		a, b := d.a, d.b
		if m.told.Reported(d.pair) || a.Dead || b.Dead || !d.pair.self && m.perhapsOrdered(a, b) {
			continue
		}
		if d.between != nil {
			d.Between = d.between()
		}
		d.Of, d.With = a.Seq.Handle, b.Seq.Handle
		m.told.Report(d.pair)
		m.emit(&d.FileRace)
	}
}

// perhapsOrdered reports whether two ranks may have ordered their accesses in an unknown way.
func (m *Judge) perhapsOrdered(a, b *race.Access) bool {
	return m.vague(a) || m.vague(b) || m.signaled(a, b) || m.signaled(b, a)
}

// signaled reports whether the program may have ordered the sequences of two accesses by itself, through
// values in windows.
func (m *Judge) signaled(a, b *race.Access) bool {
	return m.signals.MayOrder(&signal.Access{Side: fact.Side{Site: a.Site}, Done: a.Seq.Done},
		&signal.Access{At: b.Seq.At})
}
