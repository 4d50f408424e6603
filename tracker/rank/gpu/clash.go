package gpu

// Buffer is what an MPI call or operation uses: within [Lo, Hi), or all of that.
type Buffer struct {
	Lo, Hi      int64
	All, Writes bool
}

// Clash returns memory of the oldest work that may still be running and gets in the way of an MPI call that uses a
// buffer; meets reports whether a use that is exact has a byte in common with it. It is nil if there is none, or where
// that is not certain enough.
func (g *GPU) Clash(b Buffer, pageable bool, meets func(*Use) bool) *Use {
	var found *Use
	for _, s := range g.list {
		for _, w := range s.work {
			if found != nil && found.Work.moment <= w.moment {
				break
			}
			for i := range w.uses {
				u := &w.uses[i]
				if u.pageable == pageable && u.Lo < b.Hi && b.Lo < u.Hi && g.clashes(u, b, meets) {
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

// kernelClashes decides of a kernel that was given the address u.Lo. What it does with the memory there is known from
// its name at best, and how much of it it uses is not.
//
// If the buffer is all of what begins at the address, the kernel uses the buffer. If MPI writes that, no more needs to be
// known. If MPI reads it, the kernel must write: its name says so, or nothing else can have made what is sent.
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

// isAll reports whether a buffer is all of what begins at the address that a kernel was given.
func (g *GPU) isAll(u *Use, b Buffer) bool {
	x := g.blocks.at(u.Lo)
	return x != nil && b.All && b.Lo <= u.Lo && x.end(u.Lo)-b.Hi < aligned
}

// made reports whether something else than the work of a kernel may have made what is in [lo, hi), since that was sent
// last, and is done.
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

// Disturbs reports whether a use by work that is put on a stream now gets in the way of a pending MPI operation that
// uses a buffer. What is exact is compared by others.
func (g *GPU) Disturbs(u *Use, b Buffer) bool {
	switch {
	case u.Work.stream.mayWait: // perhaps until the operation is complete
		return false
	case !u.May:
		return true
	}
	return g.isAll(u, b) && (b.Writes || u.Work.Kernel.does(u.parameter) == writing)
}

// MPI takes that an MPI call uses a buffer.
func (g *GPU) MPI(b Buffer) {
	if x := g.blocks.at(b.Lo); x != nil {
		x.touch(touch{lo: b.Lo, hi: b.Hi, sent: !b.Writes})
	}
}
