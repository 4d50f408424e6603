package files

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// moveShared takes a call that moves the shared file pointer.
func (m *Judge) moveShared(rank int32, x *op.MoveShared) {
	f, h := m.handle(x.On)
	if h == nil {
		return
	}
	if x.Step == op.SharedSingle {
		h.single = true
		return
	}
	p := &f.shared
	for p.base+int64(p.rows.Len()) <= h.moved {
		p.rows.Push(sharedRow{step: x.Step, to: x.To})
	}
	row := p.rows.At(int(h.moved - p.base))
	h.moved++
	row.n++
	if x.Step != row.step || x.To != row.to || h.single && x.Step == op.SharedOrdered {
		row.lost = true
	}
	h.single = false
	if x.Step == op.SharedOrdered {
		b := m.access(rank, &x.Head, x.Began, h)
		b.Atomic = x.Atomic
		if x.Writes {
			b.Mode = fact.Writes
		}
		if x.Pending {
			b.Back = 0
			h.begin(b)
		}
		if row.parts == nil {
			row.parts = make([]sharedPart, len(f.handles))
		}
		row.parts[x.On.Me] = sharedPart{x.SharedMove, b}
	}
	for p.rows.Len() > 0 && p.rows.At(0).n == len(f.handles) {
		m.move(f, p.rows.At(0))
		p.rows.Pop()
		p.base++
	}
}

// move moves the pointer by a call that all ranks have made.
func (m *Judge) move(f *openFile, row *sharedRow) {
	p := &f.shared
	switch {
	case row.lost || row.step == op.SharedLost:
		p.known = false
	case row.step == op.SharedTo:
		p.at, p.known = row.to, true
	default:
		first := &row.parts[0].move
		for i := range row.parts {
			x := &row.parts[i].move
			if p.known = p.known && sameView(x, first) && x.Bytes >= 0 && x.Bytes%x.Unit == 0; !p.known {
				return
			}
			m.ordered(f, &f.handles[i], &row.parts[i])
			p.at += x.Bytes / x.Unit
			p.known = x.Writes || x.Bytes == 0 // the end of the file may come before that of a read
		}
	}
}

// sameView reports whether the views of two calls agree as far as the pointer is concerned, see FILE009.
func sameView(a, b *op.SharedMove) bool {
	return a.Disp == b.Disp && a.Unit == b.Unit && a.FType.Size == b.FType.Size && a.FType.Extent == b.FType.Extent
}

// ordered adds a rank's part in an ordered access, whose place is known now.
func (m *Judge) ordered(f *openFile, h *fileHandle, part *sharedPart) {
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
