package logdir

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// Elsewhere is the host and the log directory of a rank that does not see rank 0's directory.
type Elsewhere struct{ Host, Dir string }

// maxNote bounds a line of the small files of a directory, in bytes.
const maxNote = 16 << 10

// readElsewhere reads the file in which rank 0 listed, at the start of the run, the directories of ranks that do
// not see rank 0's. Usually there is no such file; invalid lines are skipped.
func readElsewhere(dir string) (map[int]Elsewhere, error) {
	out := map[int]Elsewhere{}
	err := eachLine(ElsewhereName(dir), func(line string) bool {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		host, at, _ := strings.Cut(rest, " ")
		rank, err := strconv.Atoi(number)
		if err == nil && rank >= 0 && rank < segment.MaxSize && host != "" {
			out[rank] = Elsewhere{host, at}
		}
		return true
	})
	return out, err
}

// eachLine calls f with the lines of a file until f asks it to stop, or the lines
// end. A missing file is not an error.
func eachLine(path string, f func(string) bool) error {
	file, err := foreign.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return segment.Unusable(path, err)
	}
	defer file.Close() // only read
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxNote)
	for lines.Scan() {
		if !f(lines.Text()) {
			return nil
		}
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return segment.Unusable(path, err)
	}
	return nil
}

// part is a directory of a run.
type part struct {
	given    string // the path that the user typed
	log, dir string
	run      string // name of the run; "" if no file of the directory has it
	marked   string // the same, according to the directory's mark
}

// ofRank0 reports whether the part is rank 0's.
func (p *part) ofRank0() bool { return exists(JournalName(p.dir)) || exists(p.log) }

// collect resolves the paths that the user typed, and puts rank 0's directory first. All directories must belong to
// the same run.
func collect(paths []string) ([]part, error) {
	var parts []part
	for _, path := range paths {
		log, dir, err := resolve(path)
		if err != nil {
			return nil, err
		}
		p := part{given: path, log: log, dir: dir}
		if m := readMark(dir); m != nil {
			p.marked, p.run = m.run, m.run
		} else {
			p.run = runOf(log, dir)
		}
		if slices.ContainsFunc(parts, func(q part) bool { return sameFile(p.dir, q.dir) }) {
			continue
		}
		if p.ofRank0() && len(parts) > 0 && !parts[0].ofRank0() {
			parts = slices.Insert(parts, 0, p)
		} else {
			parts = append(parts, p)
		}
	}
	for _, p := range parts[1:] {
		if first := parts[0]; p.run != "" && first.run != "" && p.run != first.run {
			return nil, problem(p.dir, segment.Foreign,
				"this belongs to a different run (%s) than %s (%s); pass the directories of one run", p.run, first.dir,
				first.run)
		}
	}
	return parts, nil
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// runOf finds the name of the run to which a directory without a mark belongs, in
// run.log or in a segment.
func runOf(log, dir string) string {
	if run, err := readRun(log); err == nil {
		return run.ID
	}
	files, err := list(dir)
	if err != nil {
		return ""
	}
	for _, f := range files {
		if f.segment == "" {
			continue
		}
		if r, err := segment.Open(f.segment); err == nil {
			defer r.Close() // only read
			return r.Header().Run
		}
	}
	return ""
}

// listAll finds the files of each rank. If several directories have files of the same rank, because rank 0 has
// fetched copies, the first directory with the rank's segment counts.
func listAll(parts []part) (map[int]rankFiles, error) {
	all := map[int]rankFiles{}
	var empty error
	for _, p := range parts {
		files, err := list(p.dir)
		var fe *Error
		if errors.As(err, &fe) && fe.Problem == segment.Empty {
			empty = err // its ranks were killed before they wrote; other directories may have files
			continue
		}
		if err != nil {
			return nil, err
		}
		for rank, f := range files {
			if have, ok := all[rank]; !ok || have.segment == "" && f.segment != "" {
				all[rank] = f
			}
		}
	}
	if len(all) == 0 {
		return nil, empty
	}
	return all, nil
}
