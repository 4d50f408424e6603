package signal

import "math"

// Tables are memory that ranks read and write as a whole, each time with an exclusive lock: a rank that has the lock
// sees all that the ranks before it have left there, however large. So a table may tell ranks something as a small
// value does.

// tables are the spots for the tables in a rank's part of a window: for large fetches of what anyone has left, and
// for fetches of any size of large changes.
func tables(window uint64, target int32) (read, written spotKey) {
	read = spotKey{window: window, target: target, bucket: anywhere, apart: true}
	written = read
	written.program = true
	return read, written
}

// noteTable notes an access with an exclusive lock.
func (m *Signals) noteTable(b *Access) {
	if !b.Fetches || !b.keptApart() {
		return
	}
	read, written := tables(b.Window.ID, b.Peer)
	if !b.small() && !m.fetch(read, b.At, nil) {
		m.recallTables(read, b, func(*Access) bool { return true })
	}
	if !m.fetch(written, b.At, nil) {
		m.recallTables(written, b, func(a *Access) bool { return !a.small() })
	}
}

// recallTables notes the changes that came before the first fetch.
func (m *Signals) recallTables(at spotKey, b *Access, fits func(*Access) bool) {
	for _, a := range m.past(b.Target, math.MinInt64/2, math.MaxInt64/2) {
		if a.Memory.Writes && a.keptApart() && a.Window.ID == at.window && fits(a) {
			m.change(at, a)
		}
	}
}
