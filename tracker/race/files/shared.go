package files

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// mostSingles bounds the accesses of a rank that wait until no other rank can have moved the pointer meanwhile.
const mostSingles = 1 << 10

// moveShared takes a call that moves the shared file pointer.
func (m *Judge) moveShared(rank int32, x *op.MoveShared) {
	f, h := m.handle(x.On)
	if h == nil {
		return
	}
	p := &f.shared
	row := p.row(h.moved)
	if x.Step == op.SharedSingle {
		switch s := &row.before; {
		case s.lost:
		case len(s.parts) > 0 && s.me != x.On.Me, len(s.parts) == mostSingles:
			*s = singles{lost: true}
		default:
			s.me, s.parts = x.On.Me, append(s.parts, m.sharedPart(rank, x, h))
		}
		return
	}
	if row.n == 0 {
		row.step, row.to = x.Step, x.To
	}
	h.moved++
	row.n++
	if x.Step != row.step || x.To != row.to {
		row.lost = true
	}
	if x.Step == op.SharedOrdered {
		if row.parts == nil {
			row.parts = make([]sharedPart, len(f.handles))
		}
		row.parts[x.On.Me] = m.sharedPart(rank, x, h)
	}
	for p.rows.Len() > 0 && p.rows.At(0).n == len(f.handles) {
		m.move(f, p.rows.At(0))
		p.rows.Pop()
		p.base++
	}
}

// row returns what is known of the k-th collective call.
func (p *sharedPointer) row(k int64) *sharedRow {
	for p.base+int64(p.rows.Len()) <= k {
		p.rows.Push(sharedRow{})
	}
	return p.rows.At(int(k - p.base))
}

// sharedPart returns an access by the shared file pointer.
func (m *Judge) sharedPart(rank int32, x *op.MoveShared, h *fileHandle) sharedPart {
	b := m.access(rank, &x.Head, x.Began, h)
	b.Atomic = x.Atomic
	if x.Writes {
		b.Mode = fact.Writes
	}
	if x.Pending {
		b.Back = 0
		h.begin(b)
	}
	return sharedPart{x.SharedMove, b}
}

// move moves the pointer by a call that all ranks have made, and by the accesses before it.
func (m *Judge) move(f *openFile, row *sharedRow) {
	p := &f.shared
	m.moveAlone(f, &row.before)
	switch {
	case row.lost || row.step == op.SharedLost:
		p.known = false
	case row.step == op.SharedTo:
		p.at, p.known = row.to, true
	default:
		for i := range row.parts {
			if p.known = p.known && sameView(&row.parts[i].move, &row.parts[0].move); !p.known {
				return
			}
			m.moveBy(f, &f.handles[i], &row.parts[i])
		}
	}
}

// moveAlone moves the pointer by the accesses of a rank which are known to be the only ones.
func (m *Judge) moveAlone(f *openFile, s *singles) {
	f.shared.known = f.shared.known && !s.lost
	for i := range s.parts {
		m.moveBy(f, &f.handles[s.me], &s.parts[i])
	}
}

// lastMoves takes the accesses after the last collective call, when all ranks have closed the file.
func (m *Judge) lastMoves(f *openFile) {
	p := &f.shared
	if p.rows.Len() != 1 || p.rows.At(0).n > 0 || f.content == nil {
		return
	}
	s := &p.rows.At(0).before
	m.moveAlone(f, s)
	m.endLoops(f, &f.handles[s.me])
}

// moveBy moves the pointer by an access, which is added if the place is known.
func (m *Judge) moveBy(f *openFile, h *fileHandle, part *sharedPart) {
	p, x := &f.shared, &part.move
	if p.known = p.known && x.Bytes >= 0 && x.Unit > 0 && x.Bytes%x.Unit == 0; !p.known {
		return
	}
	m.placed(f, h, part)
	p.at += x.Bytes / x.Unit
	p.known = x.Writes || x.Bytes == 0 // a read may stop at the end of the file
}

// sameView reports whether the views of two calls agree as far as the pointer is concerned, see FILE009.
func sameView(a, b *op.SharedMove) bool {
	return a.Disp == b.Disp && a.Unit == b.Unit && a.FType.Size == b.FType.Size && a.FType.Extent == b.FType.Extent
}

// placed adds an access whose place is known now.
func (m *Judge) placed(f *openFile, h *fileHandle, part *sharedPart) {
	x := &part.move
	var pieces []datatype.Buffer
	ok := m.types.Cover(x.FType, datatype.MulSat(f.shared.at, x.Unit), x.Bytes,
		func(at, count int64, d *datatype.Type) {
			pieces = append(pieces, datatype.Buffer{Addr: x.Disp + at, Count: count, Type: d, Writes: x.Writes})
		})
	if !ok || part.access.Dead {
		return
	}
	for i := range pieces {
		b := *part.access
		b.Memory = pieces[i]
		m.late = true
		m.add(f, h, &b)
		m.late = false
	}
}
