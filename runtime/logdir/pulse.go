package logdir

import (
	"bytes"
	"fmt"
	"io"
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
// ends well removes the file. All times are durations that the rank has measured: clocks of hosts may differ.
type Pulse struct {
	Host     string // from the name of the file
	Rank     int
	Beat     uint64 // counts the pulses
	Every    time.Duration
	Records  uint64 // written so far
	Findings int    // reported so far
	Doing    Doing
	Spot     Spot          // the present call, or the last one if Doing is Outside
	In       time.Duration // for how long the rank has done so
	Still    time.Duration // since a thread began or ended a call, apart from calls that only poll
	Idle     int           // threads outside of MPI calls that have called MPI before
	Free     bool          // threads that have made no call so far may call MPI, too
	Size     int64         // bytes of the rank's segment
	Ended    bool
}

// Doing is the activity of a rank.
type Doing int

// The activities.
const (
	Calling Doing = iota // the rank begins and ends calls
	Waiting              // a thread has been in the same call for some time, and no other thread calls MPI
	Outside              // no thread is in an MPI call, nor has been for some time
	Polling              // calls that only poll find nothing
	activities
)

// Spot is an MPI call and where the program makes it. Ranks that run the same program have the same Call, Module and
// Offset at the same line.
type Spot struct {
	Call   calls.Kind // 0: unknown
	PC     uint64     // as in a record; 0: unknown
	Module uint32     // tells the file that contains PC from others; 0: unknown
	Offset uint64     // of PC in that file
}

// PulseSize is the size of a pulse in its file, in bytes.
const PulseSize = 192

// PulseEvery is the time between two pulses of a rank: a second, and more in large jobs, so that a file system has
// at most 500 writes a second.
func PulseEvery(ranks int) time.Duration {
	return max(time.Second, time.Duration(ranks)*2*time.Millisecond)
}

const pulsePrefix = "pulse-"

// PulseName returns the path of the file for the ranks of a host.
func PulseName(dir, host string) string {
	return filepath.Join(dir, pulsePrefix+strings.ReplaceAll(host, "/", "_"))
}

// Line returns the pulse as a line of its file: text of PulseSize bytes that ends with a newline.
func (p *Pulse) Line() []byte {
	text := fmt.Sprintf("%d %d %d %d %d %d %d %d %d %x %x %x %d %d %d %d",
		p.Rank, p.Beat, p.Every.Milliseconds(), p.Records, p.Findings, p.Spot.Call, p.In.Milliseconds(),
		number(p.Ended),
		p.Doing, p.Spot.PC, p.Spot.Module, p.Spot.Offset, p.Still.Milliseconds(), p.Idle, p.Size, number(p.Free))
	return fmt.Appendf(nil, "%-*s\n", PulseSize-1, text)
}

func number(so bool) int {
	if so {
		return 1
	}
	return 0
}

// pulseFields is how many fields the line of a pulse has.
const pulseFields = 16

func parsePulse(line []byte) (p Pulse, ok bool) {
	if fields := bytes.Fields(line); len(fields) != pulseFields {
		return p, false
	}
	var every, in, still int64
	var ended, free int
	n, _ := fmt.Sscanf(string(line), "%d %d %d %d %d %d %d %d %d %x %x %x %d %d %d %d", // n says whether it has failed
		&p.Rank, &p.Beat, &every, &p.Records, &p.Findings, &p.Spot.Call, &in, &ended,
		&p.Doing, &p.Spot.PC, &p.Spot.Module, &p.Spot.Offset, &still, &p.Idle, &p.Size, &free)
	p.Every, p.In, p.Still = milliseconds(every), milliseconds(in), milliseconds(still)
	p.Ended, p.Free = ended != 0, free != 0
	return p, n == pulseFields && p.plausible()
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// plausible reports whether a pulse that was read can be from a rank.
func (p *Pulse) plausible() bool {
	return p.Rank >= 0 && p.Rank < segment.MaxSize && p.Doing >= 0 && p.Doing < activities && p.Every > 0 &&
		p.In >= 0 && p.Still >= 0 && (p.Spot.Call == 0 || calls.ByKind(p.Spot.Call) != nil)
}

// maxPulses bounds how much of a file is read, in bytes.
const maxPulses = 1 << 20

// ReadPulses returns the pulses of the ranks that log to a directory, in no particular order. A pulse that is just
// being written may be missing.
func ReadPulses(dir string) ([]Pulse, error) {
	paths, err := filepath.Glob(filepath.Join(escape(dir), pulsePrefix+"*"))
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
	host := strings.TrimPrefix(filepath.Base(path), pulsePrefix)
	for line := range bytes.Lines(text) {
		if p, ok := parsePulse(line); ok {
			p.Host = host
			out = append(out, p)
		}
	}
	return out
}

// escape returns a pattern that matches only the path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// readSome reads a file up to most bytes.
func readSome(path string, most int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	return io.ReadAll(io.LimitReader(f, most))
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
		return "", "", problem(path, segment.Foreign, "there is no log of a job here; pass the run.log of one that "+
			"is running")
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
