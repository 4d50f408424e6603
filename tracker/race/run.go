package race

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Programs access memory in loops: successive accesses of a call at the same distance are kept as a single access.

// Extends reports whether b goes on with a loop of accesses that a stands for.
func (a *Access) Extends(b *Access) bool {
	if a.Done != 0 || a.AtOrigin != 0 || a.Seen != 0 || a.Dead || a.gone || a.Opened != b.Opened ||
		a.Window.ID != b.Window.ID || a.Target != b.Target ||
		a.Mode != b.Mode || a.Op != b.Op || a.Grid != b.Grid || a.Memory.Count != b.Memory.Count ||
		a.Memory.Type != b.Memory.Type || a.Epoch != b.Epoch ||
		a.Exclusive != b.Exclusive || a.Locks != nil || b.Locks != nil || a.All != b.All || !a.At.Alike(&b.At) {
		return false
	}
	most := int64(dense)
	if a.Seq != nil {
		if most = interleaved; a.Seq != b.Seq || a.Atomic != b.Atomic || a.Back == 0 || b.Back == 0 {
			return false
		}
	}
	step := b.Memory.Addr - a.Memory.Addr - (a.Times-1)*a.Stride
	return step != 0 && (a.Times == 1 || step == a.Stride) && max(step, -step) <= most*(b.Hi-b.Lo)
}

// Over reports whether nothing refers to an access that its space has forgotten.
func (a *Access) Over() bool {
	return a.Settled && !a.Told && a.Locks == nil && !a.isFirst && (a.Epoch != op.LockEpoch || a.Released > 0)
}

// Bounds of the steps of a loop, in lengths of an access: accesses of others may lie between. In files these are
// mostly the accesses of all other ranks.
const (
	dense       = 8
	interleaved = 64
)

// Grow adds b to the loop that a stands for.
func (s *Space) Grow(a, b *Access) {
	a.Stride = b.Memory.Addr - a.Memory.Addr - (a.Times-1)*a.Stride
	lo, hi := min(a.Lo, b.Lo), max(a.Hi, b.Hi)
	level, shift := levelOf(hi-lo), shiftOf(levelOf(hi-lo))
	moves := level != levelOf(a.Hi-a.Lo) || lo>>shift != a.Lo>>shift || (hi-1)>>shift != (a.Hi-1)>>shift
	if moves {
		s.remove(a)
	}
	a.Lo, a.Hi, a.Times, a.Last, a.Back = lo, hi, a.Times+1, b.At.N, b.Back
	if moves {
		s.insert(a)
	}
}

// Close ends the loop that a stands for. An earlier loop with the same accesses is forgotten, and returned.
func (s *Space) Close(a *Access) (past *Access) {
	level := levelOf(a.Hi - a.Lo)
	k := s.levels[level][a.Lo>>shiftOf(level)]
	if k == nil {
		return nil
	}
	for _, o := range k.by[a.Mode] {
		if o != a && o.same(a) {
			s.remove(o)
			return o
		}
	}
	return nil
}

// pieces calls f for the accesses of the loop that may have bytes of [lo, hi); f gets their distance from the
// first access, and returns false to end it.
func (a *Access) pieces(lo, hi int64, f func(away int64) bool) {
	if a.Times == 1 {
		f(0)
		return
	}
	first, last := a.Memory.Hull()
	from, to := int64(0), a.Times-1
	if a.Stride > 0 {
		from, to = max(from, (lo-last)/a.Stride), min(to, (hi-first)/a.Stride)
	} else {
		from, to = max(from, (first-hi)/-a.Stride), min(to, (last-lo)/-a.Stride)
	}
	for i := from; i <= to; i++ {
		if !f(i * a.Stride) {
			return
		}
	}
}

// Common returns bytes that a has in common with b, a single access.
func (a *Access) Common(b *Access, meetings *datatype.Meetings) (lo, hi int64, common bool) {
	a.pieces(b.Lo, b.Hi, func(away int64) bool {
		piece := a.Memory
		piece.Addr += away
		if common = meetings.Meet(&piece, &b.Memory); common {
			lo, hi = piece.Common(&b.Memory)
		}
		return !common
	})
	return lo, hi, common
}
