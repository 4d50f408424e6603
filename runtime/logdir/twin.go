package logdir

import (
	"path/filepath"
	"slices"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// mostTwins bounds how many logs hasTwin opens.
const mostTwins = 1000

// hasTwin reports whether this log, of a process that MPI calls rank 0 of 1, lies beside the log of another such
// process, which the same launcher started with the same command in the same directory.
func (l *Log) hasTwin() bool {
	mine := l.single()
	if mine == nil {
		return false
	}
	// If the folder's name is an invalid pattern, no log matches.
	dirs, _ := filepath.Glob(filepath.Join(filepath.Dir(l.Dir), "*"+Suffix))
	return slices.ContainsFunc(dirs[:min(len(dirs), mostTwins)], func(dir string) bool { return isTwin(dir, mine) })
}

func isTwin(dir string, mine *segment.Header) bool {
	if readMark(dir) == nil {
		return false
	}
	other, err := Open(dir)
	if err != nil {
		return false
	}
	defer other.Close() // only read
	h := other.single()
	if h == nil || h.Launch.Rank == mine.Launch.Rank || !slices.Equal(h.Args, mine.Args) || h.Host != mine.Host {
		return false
	}
	same := *h.Launch
	same.Rank = mine.Launch.Rank
	return same == *mine.Launch
}

// single is the header of a process that MPI calls rank 0 of 1, although its launcher claims to have started
// several processes; nil for other logs.
func (l *Log) single() *segment.Header {
	if l.Size != 1 || len(l.ranks) != 1 {
		return nil
	}
	if h := l.ranks[0].Header; h != nil && h.Launch != nil && h.Launch.Size > 1 {
		return h
	}
	return nil
}

// Apart returns the header of a process that MPI calls rank 0 of 1 if its launcher certainly started several
// processes of the job; else nil. A process that a script has started may be meant to be alone: it counts only if
// another such process has left a log beside this log.
func (l *Log) Apart() *segment.Header {
	h := l.single()
	if h == nil || h.Launch.Via != "" && !l.hasTwin() {
		return nil
	}
	return h
}
