package match

// reason keeps a rank back: softly, for the caller decides.
type reason interface{ holds() bool }

// asks is a reason by which a rank waits to hear of another one. If it goes on all the
// same, what it knows is vague.
type asks interface {
	reason
	released()
}

// reasons are all those that keep one rank back.
type reasons []reason

// hold keeps a rank back as long as the reason holds.
func (j *Job) hold(rank int32, r reason) { j.holds[rank] = append(j.holds[rank], r) }

// Held reports whether a rank has run ahead of ranks it must be matched with:
// the others should catch up first. It bounds memory and shows what ranks knew of each
// other; it never decides what matches.
func (j *Job) Held(rank int) bool {
	list := j.holds[rank]
	for len(list) > 0 && !list[len(list)-1].holds() {
		list = list[:len(list)-1]
	}
	j.holds[rank] = list
	return len(list) > 0
}

// Asks reports whether a rank that is held waits to hear of another one: other ranks
// should be released before it.
func (j *Job) Asks(rank int) bool {
	for _, r := range j.holds[rank] {
		if _, ok := r.(asks); ok {
			return true
		}
	}
	return false
}

// Release lets a rank go on although it is ahead.
func (j *Job) Release(rank int) {
	for _, r := range j.holds[rank] {
		if a, ok := r.(asks); ok && a.holds() {
			a.released()
		}
	}
	j.holds[rank] = j.holds[rank][:0]
}
