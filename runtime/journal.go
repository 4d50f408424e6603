package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// journal is the file that becomes run.log, as one rank writes to it: JSON lines
// through zap. It is in the log's directory, because the program may need the
// name run.log for a file of its own; when the process ends and that name is
// still free, the journal is copied to it (pmpi/place/place.c). Rank 0 creates the file
// and its first line; the others append what they find. A nil journal writes
// nothing.
type journal struct {
	path string
	run  string
	rank int
	out  *zap.Logger // nil until the first line
}

// openJournal creates the journal on the leader. Other ranks open it when they
// have something to write.
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

// create writes the first line to a file beside the journal and then renames it:
// other ranks append as soon as the journal exists, and the first line must be
// this one.
func (j *journal) create(p *process) {
	unnamed := j.path + ".new"
	f, err := os.OpenFile(unnamed, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		note("cannot create the log: %v", err)
		return
	}
	run := logdir.Run{
		Format: logdir.Version, ID: p.runName(), Gomarmot: version, Size: p.size,
		Flavour: p.flavour, Library: p.library, Standard: p.standardName(), Exe: p.exe(), Args: p.args(),
	}
	newLogger(f).Info(logdir.FirstMessage,
		zap.Int("format", run.Format), zap.String("run", run.ID), zap.String("gomarmot", run.Gomarmot),
		zap.Int("size", run.Size), zap.String("flavour", run.Flavour), zap.String("library", run.Library),
		zap.String("standard", run.Standard), zap.String("exe", run.Exe), zap.Strings("args", run.Args),
		zap.String("host", p.header().Host))
	if err := errors.Join(f.Close(), os.Rename(unnamed, j.path)); err != nil {
		note("cannot create the log: %v", err)
		return
	}
	if out, err := newLines(j.path, p.runName()); err == nil {
		j.out = newLogger(out)
	}
}

// lines is a file to which whole lines are appended. It is not kept open: the
// program might close it and reuse its descriptor for a file of its own. Each
// time it must still be the file that was found first, and have no other name.
type lines struct {
	path string
	file os.FileInfo
}

var errNotOurs = errors.New("something else has taken the journal's place")

// newLines appends lines to an existing file, which must be a log of this run.
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

// newLogger writes lines with the keys that logdir.Run has.
func newLogger(out io.Writer) *zap.Logger {
	keys := zapcore.EncoderConfig{
		TimeKey: "ts", LevelKey: "level", MessageKey: "msg",
		EncodeLevel: zapcore.LowercaseLevelEncoder,
		EncodeTime:  zapcore.RFC3339NanoTimeEncoder, EncodeDuration: zapcore.SecondsDurationEncoder,
	}
	// Lines that do not fit on the disk are not reported here: the segment's writer does that.
	return zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(keys), zapcore.AddSync(out), zapcore.InfoLevel),
		zap.ErrorOutput(zapcore.AddSync(io.Discard)))
}

// logger returns the open journal, or a logger that writes nothing.
func (j *journal) logger() *zap.Logger {
	if j == nil {
		return zap.NewNop()
	}
	if j.out != nil {
		return j.out
	}
	out, err := newLines(j.path, j.run)
	if err != nil { // not created yet, or on another disk: the segment has everything
		return zap.NewNop()
	}
	j.out = newLogger(out).With(zap.Int("rank", j.rank))
	return j.out
}

// internalError keeps what is needed to debug gomarmot.
func (j *journal) internalError(what any, stack []byte) {
	j.logger().Error("internal error", zap.String("error", fmt.Sprint(what)), zap.ByteString("stack", stack))
}

// ended notes on the leader how the run went.
func (j *journal) ended(state string, took time.Duration) {
	j.logger().Info("run ended", zap.String("state", state), zap.Duration("seconds", took))
}
