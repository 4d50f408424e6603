package match

import "github.com/gomarmot/gomarmot/tracker"

// Meetings counts the collective calls that not all ranks have return from.
func (j *Job) Meetings() int {
	n := 0
	for _, s := range j.collectives.seqs {
		n += len(s.met)
	}
	return n
}

// Kept counts the objects that the matchers keep.
func (j *Job) Kept() int {
	c := j.collectives
	n := len(c.seqs) + len(c.fams) + len(j.targets.of) + len(j.pscw.of)
	for _, m := range j.matchers {
		switch m := m.(type) {
		case *opens:
			n += len(m.of)
		case seated:
			if k, counts := m.judge.(interface{ Kept() int }); counts {
				n += k.Kept()
			}
		}
	}
	return n
}

// MessagesKept counts the entries of the matcher of messages: channels, messages and receives.
func (j *Job) MessagesKept() int {
	m := j.messages
	n := len(m.channels) + len(m.receivers)
	for _, c := range m.channels {
		n += c.sends.Len()
	}
	for rank := range m.posted {
		n += m.posted[rank].len()
	}
	return n
}

// Vague reports whether a rank may know more than its clock says.
func (j *Job) Vague() bool {
	for r := range j.Size {
		if j.order.Vague(j.order.At(int32(r), 1)) {
			return true
		}
	}
	return false
}

// Prune forgets accesses that are past, as when there are many.
func (j *Job) Prune() {
	j.races.Prune(tracker.Site{})
	j.files.Prune(tracker.Site{})
}
