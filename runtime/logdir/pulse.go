package logdir

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// Pulse is a running rank's report of its progress, written every few seconds: a line in a file that the ranks of a
// node share, so that watching a job of any size takes few files of a few kilobytes. The last rank of the node that
// ends well removes the file.
type Pulse struct {
	Rank     int
	Beat     uint64 // counts the pulses
	Every    time.Duration
	Records  uint64 // written so far
	Findings int    // reported so far
	Call     calls.Kind
	In       time.Duration // for how long the rank has been in Call, if that is not 0
	Ended    bool
}

// PulseSize is the size of a pulse in its file, in bytes.
const PulseSize = 128

// PulseEvery is the time between two pulses of a rank: a second, and more in large jobs, so that a file system has
// at most 500 writes a second.
func PulseEvery(ranks int) time.Duration {
	return max(time.Second, time.Duration(ranks)*2*time.Millisecond)
}

// PulseName returns the path of the file for the ranks of a host.
func PulseName(dir, host string) string {
	return filepath.Join(dir, "pulse-"+strings.ReplaceAll(host, "/", "_"))
}

// Line returns the pulse as a line of its file: text of PulseSize bytes that ends with a newline.
func (p *Pulse) Line() []byte {
	ended := 0
	if p.Ended {
		ended = 1
	}
	text := fmt.Sprintf("%d %d %d %d %d %d %d %d", p.Rank, p.Beat, p.Every.Milliseconds(), p.Records, p.Findings, p.Call, p.In.Milliseconds(), ended)
	return fmt.Appendf(nil, "%-*s\n", PulseSize-1, text)
}

func parsePulse(line []byte) (p Pulse, ok bool) {
	var every, in, ended int64
	var rest string
	// n is the number of fields read: the error adds nothing.
	n, _ := fmt.Sscan(string(line), &p.Rank, &p.Beat, &every, &p.Records, &p.Findings, &p.Call, &in, &ended, &rest)
	p.Every, p.In, p.Ended = time.Duration(every)*time.Millisecond, time.Duration(in)*time.Millisecond, ended != 0
	return p, n == 8 && p.Rank >= 0 && p.Rank < segment.MaxSize && (p.Call == 0 || calls.ByKind(p.Call) != nil)
}

// maxPulses bounds how much of a file is read, in bytes.
const maxPulses = 1 << 20

// ReadPulses returns the pulses of the ranks that log to a directory, in no particular order. A pulse that is just
// being written may be missing.
func ReadPulses(dir string) ([]Pulse, error) {
	paths, err := filepath.Glob(filepath.Join(escape(dir), "pulse-*"))
	if err != nil {
		return nil, err
	}
	var out []Pulse
	for _, path := range paths {
		out = append(out, readPulses(path)...)
	}
	return out, nil
}

// readPulses returns the pulses in a file; nil if the file is gone by now.
func readPulses(path string) (out []Pulse) {
	text, err := readSome(path, maxPulses)
	if err != nil {
		return nil
	}
	for line := range bytes.Lines(text) {
		if p, ok := parsePulse(line); ok {
			out = append(out, p)
		}
	}
	return out
}

// escape returns a pattern that matches only the path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

func readSome(path string, most int) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	text := make([]byte, most)
	n, err := f.Read(text)
	if n > 0 {
		err = nil
	}
	return text[:n], err
}

// SizeOf returns the size of MPI_COMM_WORLD of the run in a directory; 0 while run.log has no first line.
func SizeOf(dir string) int {
	run, err := readRun(JournalName(dir))
	if err != nil {
		return 0
	}
	return run.Size
}

// Find returns the paths of a log and of its directory, which exists. path is run.log, its directory, or the
// directory that contains both. Errors are of type *Error.
func Find(path string) (log, dir string, err error) {
	log, dir, err = resolve(path)
	if err == nil && readMark(dir) == nil {
		return "", "", problem(path, segment.Foreign, "there is no log of a job here; pass the run.log of one that is running")
	}
	return log, dir, err
}

// AllEnded reports whether all ranks with a line in a file of pulses have ended.
func AllEnded(path string) bool {
	all := readPulses(path)
	for _, p := range all {
		if !p.Ended {
			return false
		}
	}
	return len(all) > 0
}
