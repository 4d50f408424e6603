package tracker

// Unknown is the first call with one record on a window handle of which
// nothing is known: not how the call went either.
type Unknown struct {
	Handle int64
	Site   Site
}

// maxUnknown bounds the handles remembered.
const maxUnknown = 64

// meetWindow takes a call on a window handle that no recorded call made. A
// call that succeeds shows that the window exists: it was made past the
// interception.
func (r *Rank) meetWindow(c *Call) {
	switch {
	case c.once:
		if len(r.unknown) < maxUnknown && r.unknownAt(c.WinHandle) < 0 {
			r.unknown = append(r.unknown, Unknown{c.WinHandle, c.Site})
		}
	case c.ok():
		r.foreignWin(c.WinHandle)
		c.Win = r.lastWin
		c.Win.Made = c.Site
	}
}

func (r *Rank) unknownAt(h int64) int {
	for i := range r.unknown {
		if r.unknown[i].Handle == h {
			return i
		}
	}
	return -1
}

// UnknownWindows lists the window handles that calls with one record used and
// nothing has explained since.
func (r *Rank) UnknownWindows() []Unknown { return r.unknown }
