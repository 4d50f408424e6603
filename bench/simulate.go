package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// flavour is the MPI of the synthetic logs.
var flavour = calls.FlavourByName("mpich")

// simulate writes the log of a run into dir: the given number of ranks, each with
// about the given number of records. It returns the path of run.log and the number of records.
func simulate(dir string, p *program, ranks, each int) (string, int, error) {
	path := filepath.Join(dir, "run.log")
	f, err := logdir.Create(path, logdir.Run{ID: "bench", Gomarmot: "bench", Size: ranks, Flavour: flavour.Name,
		Library: "synthetic", Standard: "4.0", Exe: "/bench", Args: []string{"bench"}})
	if err != nil {
		return "", 0, err
	}
	if err := f.Close(); err != nil {
		return "", 0, err
	}
	total := 0
	for rank := range ranks {
		n, err := simulateRank(logdir.SegmentName(logdir.Dir(path), rank), *p, rank, ranks, each)
		if err != nil {
			return "", 0, err
		}
		total += n
	}
	return path, total, nil
}

// logSize is the program and the size of a synthetic log.
type logSize struct {
	program *program
	ranks   int
	records int // of all ranks, about
}

func (s logSize) String() string {
	return fmt.Sprintf("%s, %s, %s records", s.program.name, plural(s.ranks, "rank"), count(s.records))
}

// count shows a round number.
func count(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%g M", float64(n)/1e6)
	case n >= 1000:
		return fmt.Sprintf("%g k", float64(n)/1e3)
	}
	return strconv.Itoa(n)
}

// simulated is a synthetic log.
type simulated struct {
	path    string
	records int
}

// log returns a synthetic log, which the first call writes.
func (b *bench) log(s logSize) (l simulated, err error) {
	if l, ok := b.logs[s]; ok {
		return l, nil
	}
	dir, err := os.MkdirTemp(b.tmp, "log")
	if err != nil {
		return l, err
	}
	if l.path, l.records, err = simulate(dir, s.program, s.ranks, s.records/s.ranks); err == nil {
		b.logs[s] = l
	}
	return l, err
}

// logOf returns the path of a log that the test binary of the reference writes: its format may be another.
func (b *bench) logOf(binary string, s logSize) (path string, err error) {
	if path, ok := b.theirs[s]; ok {
		return path, nil
	}
	dir, err := os.MkdirTemp(b.tmp, "theirs")
	if err != nil {
		return "", err
	}
	cmd := exec.Command(binary, "-test.run=^$", "-test.bench=^BenchmarkLog$", "-test.benchtime=1x")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s,%s,%d,%d", logWanted, dir, s.program.name, s.ranks,
		s.records/s.ranks))
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("a log of the reference: %w\n%s", err, out)
	}
	b.theirs[s] = filepath.Join(dir, "run.log")
	return b.theirs[s], nil
}

// logWanted is the environment variable that tells BenchmarkLog which log to write: folder, program, ranks, records
// of each rank.
const logWanted = "GOMARMOT_BENCH_LOG"

// simulateRank writes a segment, in frames as large as a drain under load writes them.
func simulateRank(path string, p program, rank, size, each int) (int, error) {
	w, err := segment.Create(path, header(rank, size))
	if err != nil {
		return 0, err
	}
	s := newScript(p, rank, size)
	play := newPlayer(s, max(1, (each-len(s.begin)-len(s.end))/cmp.Or(s.pace, len(s.body))))
	n := play.records()
	var e event.Event
	for i := 1; play.next(&e); i++ {
		if err := w.Append(&e); err != nil {
			return 0, err
		}
		if i%(ringSlots/syncShare) == 0 {
			if err := w.Sync(); err != nil {
				return 0, err
			}
		}
	}
	if p.stuck {
		if err := leaveRing(filepath.Dir(path), rank); err != nil {
			return 0, err
		}
	} else if err := w.SetState(segment.Finalized); err != nil {
		return 0, err
	}
	return n, w.Close()
}

// leaveRing writes the ring of a rank that was killed, after the drain had released all records.
func leaveRing(dir string, rank int) error {
	mem := make([]byte, segment.RingHeaderSize+event.SlotSize)
	copy(mem, segment.RingMagic)
	// As in fullRing, and the fields rank and pid.
	for off, v := range map[int]int{8: segment.RingVersion, 12: 1, 16: rank, 24: header(rank, rank+1).PID} {
		binary.LittleEndian.PutUint32(mem[off:], uint32(v))
	}
	return os.WriteFile(logdir.RingName(dir, rank, 0), mem, 0o600)
}
