package gpu

// Buffer is memory that an MPI call or operation uses: bytes within [Lo, Hi), or with All every byte.
type Buffer struct {
	Lo, Hi      int64
	All, Writes bool
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

// kernelClashes reports whether an MPI call's use of b conflicts with a kernel that was passed the address u.Lo. Only
// the kernel's name may tell whether the kernel reads or writes there; how many bytes it uses is unknown.
//
// If the buffer is the whole part that begins at the address, the kernel uses the buffer. If MPI writes the buffer,
// that is enough. If MPI reads it, the kernel must write it: either its name says so, or nothing else can have produced
// the data.
func (g *GPU) kernelClashes(u *Use, b Buffer) bool {
	x := g.blocks.at(u.Lo)
	if x == nil || b.Hi <= u.Lo || x.end(u.Lo) <= b.Lo {
		return false
	}
	does := u.Work.Kernel.does(u.parameter)
	whole := g.isAll(u, b)
	switch {
	case b.Writes:
		return whole
	case does == reading:
		return false
	}
	return whole && does == writing || !x.made(g, u.Work, b.Lo, b.Hi)
}

// isAll reports whether a buffer is the whole part that begins at the address passed to a kernel.
func (g *GPU) isAll(u *Use, b Buffer) bool {
	x := g.blocks.at(u.Lo)
	return x != nil && b.All && b.Lo <= u.Lo && x.end(u.Lo)-b.Hi < aligned
}

// made reports whether finished work other than the kernel, or an MPI call, may have produced the data in [lo, hi)
// since an MPI call last sent from there.
func (x *block) made(g *GPU, by *Work, lo, hi int64) bool {
	for i := len(x.touched) - 1; i >= 0; i-- {
		t := &x.touched[i]
		if t.hi <= lo || hi <= t.lo {
			continue
		}
		if t.sent {
			return false
		}
		if t.work == nil || t.work != by && g.host.has(t.work.stream.number, t.work.n) {
			return true
		}
	}
	return false
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
	return g.isAll(u, b) && (b.Writes || u.Work.Kernel.does(u.parameter) == writing)
}

// MPI notes that an MPI call uses a buffer.
func (g *GPU) MPI(b Buffer) {
	if x := g.blocks.at(b.Lo); x != nil {
		x.touch(touch{lo: b.Lo, hi: b.Hi, sent: !b.Writes})
	}
}
