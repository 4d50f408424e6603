package logdir

import (
	"fmt"
	"slices"
)

// dropOtherRuns decides which run the log belongs to, and how many ranks that run has. Files of another run or rank are
// closed, and a note says so: the ranks that their names stand for are missing.
func (l *Log) dropOtherRuns(marked string) error {
	run := l.mostNamedRun(marked)
	l.Size = 0
	keep := func(r *RankLog) bool {
		h := r.Header
		switch {
		case h == nil:
			return true
		case h.Run != run:
			l.note("%s: from another run (%s, not %s), so rank %d is missing; restore the file of this run", r.path,
				h.Run, run, r.Rank)
		case h.Rank != r.Rank:
			l.note("%s: its header says rank %d, so rank %d is missing; was the file renamed?", r.path, h.Rank, r.Rank)
		default:
			l.Size = max(l.Size, h.Size)
			return true
		}
		return false
	}
	all := l.ranks
	l.ranks = nil
	for _, r := range all {
		if keep(r) {
			l.ranks = append(l.ranks, r)
		} else if err := r.Close(); err != nil {
			return err
		}
	}
	l.settleSize(run)
	return nil
}

// settleSize takes the size of MPI_COMM_WORLD from run.log, or from the names of the files, if no segment's header
// has it.
func (l *Log) settleSize(run string) {
	switch {
	case l.Run != nil && l.Run.ID != run:
		l.note("the first line of %s is from another run (%s, not %s)", l.runFile(), l.Run.ID, run)
	case l.Run != nil && l.Size == 0:
		l.Size = l.Run.Size
	}
	if l.Size > 0 {
		// These ranks have no header, so no open file.
		l.ranks = slices.DeleteFunc(l.ranks, func(r *RankLog) bool { return r.Rank >= l.Size })
		return
	}
	for _, r := range l.ranks {
		l.Size = max(l.Size, r.Rank+1)
	}
}

// runFile is the path of the file whose first line describes the run.
func (l *Log) runFile() string {
	if journal := JournalName(l.Dir); exists(journal) {
		return journal
	}
	return l.Path
}

func (l *Log) note(format string, args ...any) {
	l.Notes = append(l.Notes, fmt.Sprintf(format, args...))
}

// mostNamedRun returns the name of the run that most files give: some files may be damaged, or from another run. marked
// is the name in the directory's mark.
func (l *Log) mostNamedRun(marked string) string {
	names := []string{marked}
	if l.Run != nil {
		names = append(names, l.Run.ID)
	}
	for _, r := range l.ranks {
		if r.Header != nil {
			names = append(names, r.Header.Run)
		}
	}
	votes := map[string]int{}
	best := ""
	for _, n := range names {
		if n != "" {
			votes[n]++
		}
	}
	for _, n := range names { // the first name wins a tie
		if votes[n] > votes[best] {
			best = n
		}
	}
	return best
}
