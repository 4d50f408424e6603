package logdir

import (
	"path/filepath"
	"slices"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// mostTwins is how many logs are looked at.
const mostTwins = 1000

// hasTwin reports whether a log of a process that MPI calls rank 0 of 1 lies beside that of another such process,
// which the same launcher started with the same command in the same directory.
func (l *Log) hasTwin() bool {
	mine := l.single()
	if mine == nil {
		return false
	}
	dirs, _ := filepath.Glob(filepath.Join(filepath.Dir(l.Dir), "*"+Suffix)) // the folder's name may be no pattern: none
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

// single is the header of a process that MPI calls rank 0 of 1, and the launcher one of several; nil for other logs.
func (l *Log) single() *segment.Header {
	if l.Size != 1 || len(l.ranks) != 1 {
		return nil
	}
	if h := l.ranks[0].Header; h != nil && h.Launch != nil && h.Launch.Size > 1 {
		return h
	}
	return nil
}

// Apart returns the header of the process if a launcher certainly started it as one of several, although MPI calls it
// rank 0 of 1; else nil. A process that a script has started may be meant to be alone: then another process like it
// must have left its log beside this one.
func (l *Log) Apart() *segment.Header {
	h := l.single()
	if h == nil || h.Launch.Via != "" && !l.hasTwin() {
		return nil
	}
	return h
}
