package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// journal writes a rank's lines, in JSON, to the file that becomes run.log. The file is in the log's directory,
// because the program may need the name run.log for a file of its own; if that name is still free when rank 0 ends,
// the journal is copied to it (pmpi/place/place.c). Rank 0 creates the file with its first line; other ranks append
// their findings. A nil journal writes nothing.
type journal struct {
	path string
	run  string
	rank int
	out  *slog.Logger // nil until the first line
}

// openJournal creates the journal on the leader. Other ranks open it to write their first line.
func openJournal(p *process) *journal {
	if p.log == "" {
		return nil
	}
	j := &journal{path: logdir.JournalName(p.dir), run: p.runName(), rank: p.rank}
	if p.leader {
		j.create(p)
	}
	return j
}

// create writes the first line to a file beside the journal and then renames the file: other ranks append as soon
// as the journal exists, and their lines must come after the first.
func (j *journal) create(p *process) {
	unnamed := j.path + ".new"
	f, err := os.OpenFile(unnamed, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		note("cannot create the log: %v", err)
		return
	}
	line, err := p.firstLine()
	if err == nil {
		_, _ = f.Write(line) // the segment's writer says if the disk is full
	}
	if err := errors.Join(err, f.Close(), os.Rename(unnamed, j.path)); err != nil {
		note("cannot create the log: %v", err)
		return
	}
	if out, err := newLines(j.path, p.runName()); err == nil {
		j.out = newLogger(out)
	}
}

// firstLine returns the journal's first line, which describes the run.
func (p *process) firstLine() ([]byte, error) {
	return logdir.Run{
		Time: time.Now(), ID: p.runName(), Gomarmot: version, Size: p.size,
		Flavour: p.flavour, Library: p.library, Standard: p.standardName(), Exe: p.exe(), Args: p.args(),
		Host: p.header().Host,
	}.Line()
}

// lines is a file to which whole lines are appended. It is opened for each line: the program might close a
// descriptor kept open and use its number for a file of its own. If the path leads to another file by then, or the
// file has got a second name, nothing is written.
type lines struct {
	path string
	file os.FileInfo
}

var errNotOurs = errors.New("something else has taken the journal's place")

// newLines prepares appending to an existing file, which must be the journal of this run.
func newLines(path, run string) (*lines, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	start := make([]byte, 1024)
	n, err := f.Read(start)
	if err != nil || !info.Mode().IsRegular() || !bytes.Contains(start[:n], []byte(`"run":"`+run+`"`)) {
		return nil, errNotOurs
	}
	return &lines{path, info}, nil
}

// Write adds a line.
func (l *lines) Write(line []byte) (int, error) {
	f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_APPEND|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if sys, ok := info.Sys().(*syscall.Stat_t); !os.SameFile(info, l.file) || !ok || sys.Nlink != 1 {
		return 0, errNotOurs
	}
	return f.Write(line)
}

// newLogger returns a logger whose lines have the keys of logdir.Run. If the disk is full, lines are lost silently:
// the segment's writer reports the full disk.
func newLogger(out io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{ReplaceAttr: named}))
}

// named gives the time and the level of a line their form in run.log, and durations their unit, the second.
func named(groups []string, a slog.Attr) slog.Attr {
	switch {
	case len(groups) == 0 && a.Key == slog.TimeKey:
		a.Key = "ts"
	case len(groups) == 0 && a.Key == slog.LevelKey:
		return slog.String(a.Key, strings.ToLower(a.Value.String()))
	case a.Value.Kind() == slog.KindDuration:
		return slog.Float64(a.Key, a.Value.Duration().Seconds())
	}
	return a
}

// logger returns the open journal, or a logger that writes nothing.
func (j *journal) logger() *slog.Logger {
	if j == nil {
		return slog.New(slog.DiscardHandler)
	}
	if j.out != nil {
		return j.out
	}
	out, err := newLines(j.path, j.run)
	if err != nil { // not created yet, or on another disk: the segment has everything
		return slog.New(slog.DiscardHandler)
	}
	j.out = newLogger(out).With(slog.Int("rank", j.rank))
	return j.out
}

// internalError records a panic of the core with its stack.
func (j *journal) internalError(reason any, stack []byte) {
	j.logger().Error("internal error", slog.String("error", fmt.Sprint(reason)), slog.String("stack", string(stack)))
}

// ended records how the run ended, and how long it took. Rank 0 only.
func (j *journal) ended(state string, took time.Duration) {
	j.logger().Info("run ended", slog.String("state", state), slog.Duration("seconds", took))
}
