package logdir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// Log is everything that a run left on disk, open for reading.
type Log struct {
	Path string // of run.log; it may not exist
	Dir  string // of its directory
	Run  *Run   // first line of run.log; nil if it cannot be read
	Size int    // of MPI_COMM_WORLD, according to the files
	// Missing lists the ranks without a readable file.
	Missing []int
	// Elsewhere has the directories of ranks that do not see rank 0's directory.
	Elsewhere map[int]Elsewhere
	// Notes are sentences on faults of the log as a whole: files of other runs, unreadable files.
	Notes []string

	ranks  []*RankLog
	shared modules
	budget *segment.Budget
}

// RankLog is a rank's part of a log. Its records come from the segment.Stream.
type RankLog struct {
	*segment.Stream
	Rank int
	// Header is nil if the rank's segment cannot be read; Err says why.
	Header *segment.Header
	Err    *Error
	// Ticks is the last calibration read up to now, so the best.
	Ticks segment.Calibration
	// Modules are the files mapped in the process, as read up to now.
	Modules []segment.Module
	// Late are the calls after MPI_Finalize.
	Late []LateCall

	path   string // of its segment
	shared *modules
}

// Open opens the log of a run. path is run.log, its directory, or the directory that contains both; more are the
// other directories of a run whose ranks logged on several nodes. Errors are of type *Error.
func Open(path string, more ...string) (*Log, error) {
	parts, err := collect(append([]string{path}, more...))
	if err != nil {
		return nil, err
	}
	first := parts[0]
	l := &Log{Path: first.log, Dir: first.dir}
	l.Elsewhere, err = readElsewhere(first.dir)
	l.noteError(err)
	if err := l.readRun(first.given != first.log); err != nil {
		return nil, err
	}
	files, err := listAll(parts)
	if err != nil {
		return nil, err
	}
	if err := l.addAll(files, first.marked); err != nil {
		_ = l.Close() // only read
		return nil, err
	}
	l.limit(files)
	return l, nil
}

// addAll opens the files of all ranks, and closes files of other runs.
func (l *Log) addAll(files map[int]rankFiles, marked string) error {
	ranks := slices.Sorted(maps.Keys(files))
	opened := make([]opening, len(ranks))
	inParallel(len(ranks), func(i int) { opened[i] = l.open(ranks[i], files[ranks[i]]) })
	for _, o := range opened {
		if o.err != nil {
			return o.err
		}
		l.noteError(o.minor)
		l.ranks = append(l.ranks, o.rank)
	}
	if err := l.dropOtherRuns(marked); err != nil {
		return err
	}
	return l.complete()
}

// OpenRank opens the segment of a single rank in a log's directory. Errors are of type *Error.
func OpenRank(dir string, rank int) (*RankLog, error) {
	l := &Log{Dir: dir}
	o := l.open(rank, rankFiles{dir: dir, segment: SegmentName(dir, rank)})
	return o.rank, o.err
}

// inParallel calls f for each number below n, on all cores.
func inParallel(n int, f func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	all.Wait()
}

// Ranks returns the ranks that have files, in order.
func (l *Log) Ranks() []*RankLog { return l.ranks }

// Close closes all files.
func (l *Log) Close() error {
	var errs []error
	for _, r := range l.ranks {
		errs = append(errs, r.Close())
	}
	return errors.Join(errs...)
}

// readRun reads the first line of the journal, or of run.log in logs of earlier versions. If the user named the
// directory, the line may be missing or damaged: the segments have the same data.
func (l *Log) readRun(gaveFolder bool) error {
	run, err := readRun(JournalName(l.Dir))
	if err != nil && err.Problem != segment.Newer {
		run, err = readRun(l.Path)
	}
	switch {
	case err == nil:
		l.Run, l.Size = run, run.Size
	case err.Problem == segment.Newer, err.Problem == segment.Foreign && !gaveFolder:
		return err
	case errors.Is(err, fs.ErrNotExist): // a job that was ended early has no journal
	default:
		l.Notes = append(l.Notes, err.Error())
	}
	return nil
}

// rankFiles are the files of a rank.
type rankFiles struct {
	dir     string
	segment string
	rings   []string
}

// open opens the segment and the rings; without whole, the rings only.
func (f *rankFiles) open(whole bool) (*segment.Stream, error) {
	if whole {
		return segment.OpenStream(f.segment, f.rings)
	}
	return segment.OpenStream("", f.rings)
}

// list finds the files of each rank.
func list(dir string) (map[int]rankFiles, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, segment.Unusable(dir, err)
	}
	files := map[int]rankFiles{}
	for _, e := range entries {
		rank, ring, ok := parseName(e.Name())
		if !ok {
			continue
		}
		f := files[rank]
		f.dir = dir
		if path := dir + string(os.PathSeparator) + e.Name(); ring {
			f.rings = append(f.rings, path)
		} else {
			f.segment = path
		}
		files[rank] = f
	}
	switch {
	case len(files) > 0:
		return files, nil
	case len(entries) == 0, exists(MarkName(dir)):
		return nil, problem(dir, segment.Empty, "the directory is empty: no rank has recorded anything; a TOOL002 "+
			"line in the program's output says why; if there is none, check that libgomarmot.so was preloaded on "+
			"every rank")
	}
	return nil, problem(dir, segment.Foreign, "the directory contains no gomarmot log; pass the run.log that the run "+
		"wrote")
}

// opening is the result of opening a rank's files. With err the log cannot be read; minor becomes a note.
type opening struct {
	rank       *RankLog
	err, minor error
}

// open opens the files of a rank. If the segment is damaged, the rank has only its rings. If the user can make the
// segment readable - by a newer gomarmot, or by permissions - the result is an error.
func (l *Log) open(rank int, files rankFiles) opening {
	s, err := files.open(true)
	r := &RankLog{Rank: rank, shared: &l.shared}
	if err != nil {
		if !errors.As(err, &r.Err) || r.Err.Problem == segment.Newer || r.Err.Problem == segment.Unreadable {
			return opening{err: err}
		}
		if s, err = files.open(false); err != nil {
			return opening{err: err}
		}
		if r.Err.Problem == segment.Empty && s.FromStart() {
			r.Err = nil
		}
	} else if files.segment == "" && !s.FromStart() {
		r.Err = problem(SegmentName(files.dir, rank), segment.Unreadable,
			"the rank has no segment, only rings; run the program again if more of it is needed")
	}
	r.Stream = s
	r.OnMeta = r.meta
	if h := s.Header(); h != nil {
		r.Header, r.Ticks = h, h.Ticks
	}
	r.path = files.segment
	r.Late, err = lateCalls(LateName(files.dir, rank))
	return opening{rank: r, minor: err}
}

// Leave closes the rank's files and frees the memory that reading takes, because the rank will not be read. The
// fields of RankLog stay.
func (r *RankLog) Leave() error {
	err := r.Close()
	r.Stream = &unread
	return err
}

// unread is the stream, without events, of all ranks that are not read.
var unread segment.Stream

// Close closes the files of the rank.
func (r *RankLog) Close() error {
	if r.Stream == &unread {
		return nil
	}
	return r.Stream.Close()
}

// maxLate is how many calls after MPI_Finalize are kept per rank.
const maxLate = 10_000

// LateCall is an MPI call after MPI_Finalize.
type LateCall struct {
	Kind calls.Kind
	pc   uint64
	// open: the MPI_Session_init has not returned; signal is the signal of a fault in it, 0 if there was none.
	open   bool
	signal int
}

// lateCalls reads the file of the calls made after MPI_Finalize. Usually there is no such file; invalid lines are
// skipped.
func lateCalls(path string) ([]LateCall, error) {
	var out []LateCall
	err := eachLine(path, func(line string) bool {
		var c LateCall
		if n, err := fmt.Sscanf(line, "%d 0x%x", &c.Kind, &c.pc); n == 2 && err == nil && calls.ByKind(c.Kind) != nil {
			c.open = c.Kind == calls.SessionInit
			out = append(out, c)
		} else if len(out) > 0 {
			out[len(out)-1].goesOn(line)
		}
		return len(out) < maxLate
	})
	return out, err
}

// goesOn applies a line that says what became of an MPI_Session_init.
func (c *LateCall) goesOn(line string) {
	switch {
	case c.Kind != calls.SessionInit:
	case line == fmt.Sprintf("%d return", c.Kind):
		c.open, c.signal = false, 0
	default:
		fmt.Sscanf(line, fmt.Sprintf("%d signal %%d", c.Kind), &c.signal) // else 0
	}
}

// noteError notes an error in a file without which the log can still be read.
func (l *Log) noteError(err error) {
	if err != nil {
		l.Notes = append(l.Notes, err.Error())
	}
}

// complete lists the missing ranks. A log without any readable rank is an
// error.
func (l *Log) complete() error {
	var first error
	if len(l.ranks) == 0 {
		first = problem(l.Dir, segment.Foreign, "none of its files belongs to a rank of this run; restore them, or "+
			"run the program again")
	}
	readable := false
	have := map[int]bool{}
	for _, r := range l.ranks {
		have[r.Rank] = true
		readable = readable || r.Header != nil || r.HasRings()
		if r.Err != nil && first == nil {
			first = r.Err
		}
	}
	if !readable {
		return first
	}
	if err := l.checkSize(); err != nil {
		return err
	}
	for rank := range l.Size {
		if !have[rank] {
			l.Missing = append(l.Missing, rank)
		}
	}
	return nil
}

// meta takes the calibration and the modules from the segment's meta frames.
func (r *RankLog) meta(name string, value json.RawMessage) {
	switch name {
	case segment.MetaTicks:
		var c segment.Calibration
		if json.Unmarshal(value, &c) == nil && c.PerSecond > 0 {
			r.Ticks = c
		}
	case segment.MetaModules:
		r.shared.add(r, value)
	}
}

// Mapped returns Modules, also while another goroutine reads the rank.
func (r *RankLog) Mapped() []segment.Module {
	r.shared.mu.Lock()
	defer r.shared.mu.Unlock()
	return r.Modules
}

// HasMapped reports whether any rank has mapped a file whose name, without its folder, fits.
func (l *Log) HasMapped(fits func(name string) bool) bool {
	for _, r := range l.ranks {
		if slices.ContainsFunc(r.Mapped(), func(m segment.Module) bool { return fits(filepath.Base(m.Path)) }) {
			return true
		}
	}
	return false
}

// Module returns the mapped file that contains pc; if several files were mapped there in turn, the last of them.
func (r *RankLog) Module(pc uint64) (segment.Module, bool) {
	for _, m := range slices.Backward(r.Modules) {
		if m.Start <= pc && pc < m.End {
			return m, true
		}
	}
	return segment.Module{}, false
}

// Records counts the records in all segments of a log's directory.
func Records(dir string) (records uint64) {
	files, err := list(dir)
	if err != nil {
		return 0
	}
	for _, f := range files {
		if f.segment == "" {
			continue
		}
		if r, err := segment.Open(f.segment); err == nil {
			records += r.Records()
			_ = r.Close() // only read
		}
	}
	return records
}
