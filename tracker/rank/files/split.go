package files

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
	Number int
	// Touched is the first MPI call, or store of the program, that is known to have changed the buffer since.
	Touched tracker.Site
	// GivenBack is where the program has freed the buffer, or part of it, since.
	GivenBack tracker.Site
	// Failed: the begin returned an error. Whether the operation is active is
	// unknown then, so nothing is concluded from it.
	Failed bool

	Since int64 // records of the rank up to its begin
	Began int64 // those when that was entered
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

// EndSplit ends an operation, whether or not the call was the right one: the
// MPI libraries take any end for the end of what is active.
func (fs *Files) EndSplit(f *File, x *IO) {
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

func (fs *Files) dropSplit(s *Split) {
	for i := range fs.Splits {
		if fs.Splits[i] == s {
			fs.Splits = append(fs.Splits[:i], fs.Splits[i+1:]...)
			return
		}
	}
}

// Buffer is the operation's buffer.
func (s *Split) Buffer() datatype.Buffer {
	return datatype.Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type, Writes: !s.IO.Write}
}

// Near reports whether bytes of [from, to) lie around the operation's buffer.
func (s *Split) Near(from, to int64) bool {
	if s.IO.Type == nil || s.IO.Count <= 0 || s.Failed {
		return false
	}
	b := s.Buffer()
	lo, hi := b.Hull()
	return lo < to && from < hi
}

// SplitNear reports whether an access of [lo, hi) may be in the buffer of an active split collective operation, in conflict with it.
func (fs *Files) SplitNear(lo, hi int64, writes bool) bool {
	for _, s := range fs.Splits {
		if (writes || !s.IO.Write) && s.Near(lo, hi) {
			return true
		}
	}
	return false
}
