package gpu

import "slices"

// Buffer is memory that an MPI call or operation uses: bytes within [Lo, Hi), or with All every byte.
type Buffer struct {
	Lo, Hi      int64
	All, Writes bool
	Shared      bool // other ranks may store to it, by RMA
}

// Clash returns the use of memory, by the oldest work that may still be running, that conflicts with an MPI call's use
// of b; meets reports whether an exact use has a byte in common with the call's buffer. nil: no use conflicts for
// certain.
func (g *GPU) Clash(b Buffer, pageable bool, meets func(*Use) bool) *Use {
	var found *Use
	for _, s := range g.list {
		for _, w := range s.work {
			if found != nil && found.Work.moment <= w.moment {
				break
			}
			for i := range w.uses {
				u := &w.uses[i]
				if u.Pageable == pageable && u.Lo < b.Hi && b.Lo < u.Hi && g.clashes(u, b, meets) {
					found = u
					break
				}
			}
		}
	}
	return found
}

func (g *GPU) clashes(u *Use, b Buffer, meets func(*Use) bool) bool {
	if !u.May {
		return (b.Writes || u.Writes) && meets(u)
	}
	return g.kernelClashes(u, b)
}

// kernelClashes reports whether the buffer conflicts with a kernel that was passed the address u.Lo. Only the kernel's
// name may tell whether the kernel reads or writes there; how many bytes the kernel uses is unknown.
//
// If the buffer is the whole part that begins at the address, the kernel uses the buffer. If MPI writes the buffer,
// that is enough. If MPI reads it, the kernel must write it: either its name says so, or nothing else can have produced
// the data.
func (g *GPU) kernelClashes(u *Use, b Buffer) bool {
	x := g.partOf(u)
	if x == nil || b.Hi <= u.Lo || x.end(u.Lo) <= b.Lo {
		return false
	}
	does := u.Work.Kernel.does(u.parameter)
	whole := x.isAll(u.Lo, b)
	switch {
	case b.Writes:
		return whole
	case does == reading:
		return false
	}
	return whole && does == writing || !b.Shared && !g.made(x, u, b.Lo, b.Hi)
}

// partOf returns the block whose part begins at the address that a kernel was passed; nil if it is unknown, or the
// address may be the end of other memory.
func (g *GPU) partOf(u *Use) *block {
	if u.mayBeEnd() {
		return nil
	}
	return g.blocks.at(u.Lo)
}

// isAll reports whether a buffer is the whole part that begins at start, an address passed to a kernel. Between the end
// of a part and the next part there may be padding.
func (x *block) isAll(start int64, b Buffer) bool {
	if !b.All || b.Lo > start {
		return false
	}
	end := x.end(start)
	padding := end - b.Hi
	return padding <= 0 || end < x.hi && padding < aligned && padding < b.Hi-b.Lo
}

// mayBeEnd reports whether the address may be the end of memory that the kernel was passed by an earlier parameter of
// the same type.
func (u *Use) mayBeEnd() bool {
	k := &u.Work.Kernel
	for i := range u.Work.uses {
		v := &u.Work.uses[i]
		if v.May && v.Lo < u.Lo && v.parameter < u.parameter && u.Lo <= v.allocHi && k.alike(v.parameter, u.parameter) {
			return true
		}
	}
	return false
}

// made reports whether something other than the kernel of use u may have produced the data in [lo, hi) of block x:
// finished work, an MPI call, or what is not recorded.
func (g *GPU) made(x *block, u *Use, lo, hi int64) bool {
	others := g.reaching
	if !u.Work.Kernel.plain {
		others--
	}
	return u.outside || others > 0 || slices.ContainsFunc(x.touched, func(t touch) bool {
		return t.lo < hi && lo < t.hi &&
			(t.work == nil || t.work != u.Work && g.host.has(t.work.stream.number, t.work.n))
	})
}

// Disturbs reports whether a use by work that is now put on a stream conflicts with a pending MPI operation on buffer
// b. For an exact use the caller compares the bytes.
func (g *GPU) Disturbs(u *Use, b Buffer) bool {
	switch {
	case u.Work.stream.mayWait: // the work may wait until the operation is complete
		return false
	case !u.May:
		return true
	}
	x := g.partOf(u)
	return x != nil && x.isAll(u.Lo, b) && (b.Writes || u.Work.Kernel.does(u.parameter) == writing)
}

// MPI notes that an MPI call uses a buffer: if it sends the buffer, there was data before.
func (g *GPU) MPI(b Buffer) {
	t := touch{lo: b.Lo, hi: b.Hi}
	if x := g.blocks.at(b.Lo); x != nil {
		x.touch(t)
		return
	}
	s := &g.blocks.given
	switch {
	case slices.Contains(*s, t):
	case len(*s) == mostGiven:
		g.reaching++ // what is forgotten may be anywhere
	default:
		*s = append(*s, t)
	}
}
