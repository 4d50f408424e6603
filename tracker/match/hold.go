package match

// reason keeps a rank back: softly, for the caller decides.
type reason interface{ holds() bool }

// reasons are all those that keep one rank back.
type reasons []reason

// hold keeps a rank back as long as the reason holds.
func (j *Job) hold(rank int32, r reason) { j.holds[rank] = append(j.holds[rank], r) }

// Held reports whether a rank has run ahead of ranks it must be matched with:
// the others should catch up first. It bounds memory and never decides what
// matches.
func (j *Job) Held(rank int) bool {
	list := j.holds[rank]
	for len(list) > 0 && !list[len(list)-1].holds() {
		list = list[:len(list)-1]
	}
	j.holds[rank] = list
	return len(list) > 0
}

// Release lets a rank go on although it is ahead.
func (j *Job) Release(rank int) { j.holds[rank] = j.holds[rank][:0] }
