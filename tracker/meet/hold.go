package meet

import "slices"

// reason keeps a rank back: softly, for the caller decides. To ask whether a reason holds changes nothing.
type reason interface{ holds() bool }

// settler is a reason whose rank learns something as soon as the reason no longer holds: settle is
// called then, once.
type settler interface {
	reason
	settle()
}

// asks is a reason by which a rank waits to hear of another rank. If the rank goes on all the
// same, its knowledge is vague.
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

// Held reports whether a rank has run ahead of ranks it must be matched with: the others should catch up first. It
// bounds memory and lets ranks know of each other; it never decides which calls match.
func (h holds) Held(rank int) bool { return slices.ContainsFunc(h[rank], reason.holds) }

// Settle ends the newest reasons that no longer hold. It is called before the rank goes on.
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

// Asks reports whether a rank that is held waits to hear of another rank: other ranks should be released before
// it.
func (h holds) Asks(rank int) bool {
	for _, r := range h[rank] {
		if _, ok := r.(asks); ok {
			return true
		}
	}
	return false
}

// Release lets a rank go on although it is ahead.
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
