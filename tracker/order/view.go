package order

// View is the knowledge that the ranks of a job have of each other's past, for readers only. The clocks advance
// their own view; a judge on another goroutine has a copy, which it brings up to date by News.
type View struct {
	know     []Snapshot
	watching bool
	blind    bool // see Clocks.Blind
}

func newView(ranks int) View { return View{know: make([]Snapshot, ranks)} }

// Watching reports whether the clocks are used.
func (v *View) Watching() bool { return v.watching }

// At returns the operation that a rank has come to.
func (v *View) At(rank int32, n int64) Point { return Point{rank, n, v.know[rank]} }

// Vague reports whether the rank may have known more at the operation: records that are not known to be before it
// may have been.
func (v *View) Vague(p Point) bool { return v.blind || p.know.vague }

// Known returns how many records of another rank the rank knows to be past.
func (v *View) Known(rank, of int32) int64 { return v.know[rank].Of(of) }

// Floor returns the least that all of the ranks know from their last meeting with all others; they may know more.
func (v *View) Floor(ranks []int32) Snapshot {
	var low *base
	for _, r := range ranks {
		b := v.know[r].base
		if b == nil {
			return Snapshot{}
		}
		if low == nil || b.number < low.number {
			low = b
		}
	}
	return Snapshot{base: low}
}

// News is a change of the knowledge of a rank.
type News struct {
	know            Snapshot
	rank            int32
	watching, blind bool
}

// news are the ranks whose knowledge has changed since somebody asked for it.
type news struct {
	ranks []int32
	has   []bool // by rank
}

// of notes that a rank knows more.
func (x *news) of(rank int32) {
	if x != nil && !x.has[rank] {
		x.has[rank] = true
		x.ranks = append(x.ranks, rank)
	}
}

// all notes that something has changed for all ranks.
func (x *news) all() {
	if x != nil {
		for r := range x.has {
			x.of(int32(r))
		}
	}
}

// Hear brings the view up to date.
func (v *View) Hear(n *News) {
	v.know[n.rank] = n.know
	v.watching, v.blind = n.watching, n.blind
}
