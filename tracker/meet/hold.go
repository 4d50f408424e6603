package meet

import "slices"

// reason keeps a rank back as long as it holds, unless the caller releases the rank. holds changes nothing.
type reason interface{ holds() bool }

// settler is a reason whose rank gains knowledge when the reason ceases to hold: then settle is called, once.
type settler interface {
	reason
	settle()
}

// asks is a reason that keeps a rank back until another rank's call has been matched, from which the rank gains
// knowledge. If the rank is released earlier, released makes its knowledge vague.
type asks interface {
	reason
	released()
}

// reasons are all reasons to keep a rank back.
type reasons []reason

// holds are the reasons of all ranks.
type holds []reasons

// hold keeps a rank back as long as the reason holds.
func (h holds) hold(rank int32, r reason) { h[rank] = append(h[rank], r) }

// Held reports whether a rank is kept back: it is ahead of ranks that it is matched with. Keeping it back bounds memory
// and lets the clocks of the ranks advance in order; it never decides which calls match.
func (h holds) Held(rank int) bool { return slices.ContainsFunc(h[rank], reason.holds) }

// Settle removes the newest reasons that no longer hold. It is called before the rank goes on.
func (h holds) Settle(rank int) {
	list := h[rank]
	for len(list) > 0 && !list[len(list)-1].holds() {
		settle(list[len(list)-1])
		list = list[:len(list)-1]
	}
	h[rank] = list
}

// settle ends a reason that no longer holds.
func settle(r reason) {
	if s, ok := r.(settler); ok {
		s.settle()
	}
}

// Asks reports whether a rank is kept back to gain knowledge of another rank. Other ranks should be released first.
func (h holds) Asks(rank int) bool {
	for _, r := range h[rank] {
		if _, ok := r.(asks); ok {
			return true
		}
	}
	return false
}

// Release lets a rank go on although it is kept back.
func (h holds) Release(rank int) {
	for _, r := range h[rank] {
		a, ok := r.(asks)
		switch {
		case !ok:
		case a.holds():
			a.released()
		default:
			settle(a)
		}
	}
	h[rank] = h[rank][:0]
}
