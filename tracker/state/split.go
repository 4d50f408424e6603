package state

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Split is a split collective operation that has begun.
type Split struct {
	Begin tracker.Site
	IO    IO
	File  *File
	// number counts the operations begun on the file, from 1 on.
	number int
	// Touched is the first MPI call, or store of the program, that is known to have changed the buffer since.
	Touched tracker.Site
	// GivenBack is where the program has freed the buffer, or part of it, since.
	GivenBack tracker.Site
	// Failed: the begin returned an error. Whether the operation is active is
	// unknown then, so nothing is concluded from it.
	Failed bool

	since int64 // records of the rank up to its begin
	began int64 // those when that was entered
}

// Active returns the split collective operation that is active on the file,
// the last one begun if there are several; nil if there is none.
func (f *File) Active() *Split {
	for i := len(f.Splits) - 1; i >= 0; i-- {
		if !f.Splits[i].Failed {
			return f.Splits[i]
		}
	}
	return nil
}

// Ends returns the operation that an end call ends: of those that its own
// begin has begun with its buffer, else that its own begin has begun, else of all, the
// last one that did not fail, else the last one. It is nil if no begin precedes.
func (f *File) Ends(x *IO) *Split {
	var best *Split
	worth := -1
	for _, s := range f.Splits {
		w := 0
		if s.Begin.Call == x.Partner {
			w = 4
			if s.IO.Buf == x.Buf {
				w = 6
			}
		}
		if !s.Failed {
			w++
		}
		if w >= worth {
			best, worth = s, w
		}
	}
	return best
}

// endSplit ends an operation, whether or not the call was the right one: the
// MPI libraries take any end for the end of what is active.
func (fs *files) endSplit(f *File, x *IO) {
	s := f.Ends(x)
	if s == nil {
		return
	}
	for i := range f.Splits {
		if f.Splits[i] == s {
			f.Splits = append(f.Splits[:i], f.Splits[i+1:]...)
			break
		}
	}
	fs.dropSplit(s)
}

func (fs *files) dropSplit(s *Split) {
	for i := range fs.splits {
		if fs.splits[i] == s {
			fs.splits = append(fs.splits[:i], fs.splits[i+1:]...)
			return
		}
	}
}

// buffer is the operation's buffer.
func (s *Split) buffer() datatype.Buffer {
	return datatype.Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type, Writes: !s.IO.Write}
}

// near reports whether bytes of [from, to) lie around the operation's buffer.
func (s *Split) near(from, to int64) bool {
	if s.IO.Type == nil || s.IO.Count <= 0 || s.Failed {
		return false
	}
	b := s.buffer()
	lo, hi := b.Hull()
	return lo < to && from < hi
}

// splitNear reports whether an access of [lo, hi) may be in the buffer of an active split collective operation, in conflict with it.
func (fs *files) splitNear(lo, hi int64, writes bool) bool {
	for _, s := range fs.splits {
		if (writes || !s.IO.Write) && s.near(lo, hi) {
			return true
		}
	}
	return false
}

// splitUsed finds the split collective operation whose buffer an access changes, or loads while it is filled.
func (m *memory) splitUsed(x *Program) {
	s := m.splitIn(x)
	if s == nil || s.IO.Write && !x.Writes {
		return
	}
	x.Split = s
	if x.Writes && s.Touched.IsZero() {
		s.Touched = x.Site
	}
}
