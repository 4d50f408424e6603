package meet

// Kept counts what the matchers keep.
type Kept struct {
	Objects  int
	Meetings int // collective calls that not all ranks have returned from
	Messages int // channels, messages and receives
}

// Kept counts the objects that the matchers keep: their number is bounded however long a job runs.
func (m *Meet) Kept() (k Kept) {
	c := m.collectives
	k.Objects = len(c.seqs) + len(c.fams) + len(m.targets.of) + len(m.pscw.of) + len(m.opens.of)
	for _, s := range c.seqs {
		k.Meetings += len(s.met)
	}
	k.Messages = len(m.channels) + len(m.receivers)
	for _, c := range m.channels {
		k.Messages += c.sends.Len()
	}
	for rank := range m.posted {
		k.Messages += m.posted[rank].len()
	}
	return k
}
