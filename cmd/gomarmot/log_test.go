package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// records are the records of one rank: predefined handles, a window, puts on two
// threads, the end.
func records() []event.Event {
	one := func(k calls.Kind, p event.Phase, words ...int64) event.Event {
		e := event.Event{Kind: k, Phase: p, N: uint8(len(words)), PC: 0x401000}
		copy(e.A[:], words)
		return e
	}
	id := func(name string) int64 { return int64(calls.PredefByName(name).ID) }
	typ := one(calls.TypeIndexed, event.Enter, 2, 0x1000, 0x1008, 20, 0)
	typ.Blob = wordsOf(2, 4, 4, 2, 0, 16)
	open := one(calls.FileOpen, event.Enter, 10, 0x1000, 9, 0, 0)
	open.Blob = append(wordsOf(5), "a.dat\x00\x00\x00"...)
	out := []event.Event{
		one(event.Thread, event.Once, 42, 1, 0),
		one(event.Predef, event.Once, int64(calls.ClassComm), 10, id("MPI_COMM_WORLD")),
		one(event.Predef, event.Once, int64(calls.ClassDatatype), 20, id("MPI_DOUBLE"), 8, 0, 8, 0, 8),
		typ,
		open,
		one(calls.WinFence, event.Enter, 1024|8192, 0x99),
		one(calls.WinFence, event.Leave, 0),
		one(calls.WinLock, event.Enter, 235, -1, 0, 0x99),
		one(calls.WinLock, event.Leave, 14),
	}
	for i := range 20 {
		out = append(out, one(calls.Put, event.Once, 0x2000, 1, 20, 3, int64(i), 1, 20, 0x99))
	}
	return append(out, one(event.End, event.Once, int64(event.EndFinalized), 0))
}

func wordsOf(all ...int64) []byte {
	var b []byte
	for _, w := range all {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	return b
}

// smallLog writes the log of two ranks; the second was killed.
func smallLog(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.log")
	started := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	f, err := logdir.Create(path, logdir.Run{ID: "r1", Size: 3, Time: started})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	for rank := range 2 {
		w, err := segment.Create(logdir.SegmentName(logdir.Dir(path), rank), segment.Header{
			Run: "r1", Rank: rank, Size: 3, Host: "node1", Flavour: "mpich", Library: "MPICH Version:\t4.0.2\n", Standard: "4.0",
			ThreadLevel: "MPI_THREAD_SINGLE", Args: []string{"./app", "-n"}, Exe: "/home/app", Start: started, Gomarmot: "0.1.0",
			Ticks: segment.Calibration{Tick0: 1000, PerSecond: 1000},
		})
		require.NoError(t, err)
		seq := map[uint16]uint32{}
		all := records()
		if rank == 1 {
			all = all[:10]
		}
		for i, e := range all {
			if e.Kind == calls.Put && i%2 == 1 {
				e.Thread = 1
			}
			e.Time, e.Seq = uint64(1000+100*i), seq[e.Thread]
			seq[e.Thread]++
			require.NoError(t, w.Append(&e))
		}
		if rank == 0 {
			require.NoError(t, w.Meta(segment.MetaModules, []segment.Module{{Start: 0x400000, End: 0x500000, Path: "/nowhere/app"}}))
			require.NoError(t, w.SetState(segment.Finalized))
		}
		require.NoError(t, w.Close())
	}
	return path
}

func TestLogInfo(t *testing.T) {
	path := smallLog(t)
	r := call(nil, "log", "info", path)
	require.Equal(t, exitClean, r.code, r.err)
	for _, want := range []string{
		"command  ./app -n\n", "MPI      MPICH 4.0.2, MPI-4.0, MPI_THREAD_SINGLE\n", "ranks    3\n", "started  2026-03-01 12:00:00.000 UTC\n",
		" 0      30       2.900    node1  MPI_Finalize\n", " 1      10       0.900    node1  running or killed\n",
		" 2                               no log\n", " MPI_Put           21\n", " MPI_Win_fence     2\n", "records  40, ",
	} {
		assert.Contains(t, r.out, want)
	}
	text, notes, _ := strings.Cut(r.out, "\nnote: ")
	narrow(t, strings.ReplaceAll(text, path, ""))
	assert.Contains(t, notes, "the ring of its first thread is missing; records are missing")
}

// TestLogEvents: records are shown in the words of the program.
func TestLogEvents(t *testing.T) {
	path := smallLog(t)
	r := call(nil, "log", "events", "--around", "6", "--count", "3", path)
	require.Equal(t, exitClean, r.code, r.err)
	assert.Equal(t, `    number  seconds   record
--------------------------------------------------------------------------------
    3       0.300000  MPI_Type_indexed(count=2, array_of_blocklengths=[4 4],
                      array_of_displacements=[0 16], oldtype=MPI_DOUBLE,
                      newtype=0x0) at app+0xfff
    4       0.400000  MPI_File_open(comm=MPI_COMM_WORLD, filename="a.dat",
                      amode=MPI_MODE_CREATE|MPI_MODE_RDWR, info=0x0, fh=0x0) at
                      app+0xfff
    5       0.500000  MPI_Win_fence(assert=MPI_MODE_NOCHECK|MPI_MODE_NOPRECEDE,
                      win=0x99) at app+0xfff
 >  6       0.600000  MPI_Win_fence returned
    7       0.700000  MPI_Win_lock(lock_type=MPI_LOCK_SHARED,
                      rank=MPI_PROC_NULL, assert=0, win=0x99) at app+0xfff
    8       0.800000  MPI_Win_lock returned with error 14
    1:0     0.900000  MPI_Put(origin_addr=0x2000, origin_count=1,
                      origin_datatype=MPI_DOUBLE, target_rank=3, target_disp=0,
                      target_count=1, target_datatype=MPI_DOUBLE, win=0x99) at
                      app+0xfff
`, r.out)

	r = call(nil, "log", "events", "--around", "1:4", "--count", "0", path)
	assert.Contains(t, r.out, " >  1:4     1.700000  MPI_Put(")
	assert.Contains(t, r.out, "target_disp=8,")
	r = call(nil, "log", "events", "--rank", "1", "--count", "1", path)
	assert.Equal(t, 1+3, strings.Count(r.out, "   0.")+strings.Count(r.out, "number"), "the last three\n%s", r.out)
	r = call(nil, "log", "events", "--rank", "1", "--around", "5000", "--count", "2", path)
	assert.Equal(t, exitClean, r.code)
	assert.NotContains(t, r.out, ">")
	assert.Contains(t, call(nil, "log", "events", path).out, "end: MPI_Finalize")

	late := logdir.LateName(logdir.Dir(path), 0)
	require.NoError(t, os.WriteFile(late, fmt.Appendf(nil, "%d 0x401000\n", calls.CommSize), 0o600))
	r = call(nil, "log", "events", "--count", "1", path)
	assert.Regexp(t, `end: MPI_Finalize\s[^\n]*\n +20 +2\.900000  MPI_Comm_size after MPI_Finalize at app\+0xfff\n$`, r.out)
}

// TestLogEventsAll: each record is a line, in the format of --around.
func TestLogEventsAll(t *testing.T) {
	path := smallLog(t)
	all := call(nil, "log", "events", "--all", path)
	require.Equal(t, exitClean, all.code, all.err)
	lines := strings.Split(strings.TrimSuffix(all.out, "\n"), "\n")
	some := call(nil, "log", "events", "--around", "6", "--count", "5000", path)
	for _, r := range []result{all, some} {
		require.Equal(t, exitClean, r.code, r.err)
	}
	words := func(s string) []string {
		return slices.DeleteFunc(strings.Fields(s), func(w string) bool { return w == ">" })
	}
	_, listed, ok := strings.Cut(some.out, "---\n")
	require.True(t, ok)
	assert.Equal(t, words(listed), words(all.out))
	assert.Regexp(t, `^ +6 +0\.600000  MPI_Win_fence returned$`, lines[slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, " 0.600000 ") })])
	r := call(nil, "log", "events", "--all", "--rank", "1", path)
	assert.Equal(t, 9, strings.Count(r.out, "\n"), "8 records, and that some are missing: %s", r.out)
}

// TestLogInfoMessages: log info lists the messages sent on each communicator, and the recorded families.
func TestLogInfoMessages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.log")
	f, err := logdir.Create(path, logdir.Run{ID: "r1", Size: 1, Time: time.Unix(1e9, 0)})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	w, err := segment.Create(logdir.SegmentName(logdir.Dir(path), 0), segment.Header{Run: "r1", Size: 1, Flavour: "mpich",
		Ticks: segment.Calibration{PerSecond: 1000}, Watched: []string{"messages", "io"}})
	require.NoError(t, err)
	predef := func(class calls.Class, handle int64, name string, more ...int64) event.Event {
		e := event.Event{Kind: event.Predef, N: uint8(3 + len(more))}
		copy(e.A[:], append([]int64{int64(class), handle, int64(calls.PredefByName(name).ID)}, more...))
		return e
	}
	send := func(count, typ int64) event.Event {
		e := event.Event{Kind: calls.Send, Phase: event.Enter, N: 6}
		copy(e.A[:], []int64{0x1000, count, typ, 0, 3, 10})
		return e
	}
	sent := event.Event{Kind: calls.Send, Phase: event.Leave, N: 1}
	polls := event.Event{Kind: event.Polls, N: 1}
	polls.A[0] = 5
	for i, e := range []event.Event{
		predef(calls.ClassComm, 10, "MPI_COMM_WORLD"), predef(calls.ClassDatatype, 20, "MPI_DOUBLE", 8, 0, 8, 0, 8),
		send(10, 20), sent, send(1, 20), sent, send(1, 99), sent, polls,
	} {
		e.Seq, e.Time = uint32(i), uint64(i)
		require.NoError(t, w.Append(&e))
	}
	require.NoError(t, w.Close())
	r := call(nil, "log", "info", path)
	require.Equal(t, exitClean, r.code, r.err)
	assert.Contains(t, r.out, "watched  messages, io; other calls are not recorded (GOMARMOT_WATCH)\n")
	assert.Contains(t, r.out, "Further tests that found nothing: 5\n")
	assert.Regexp(t, ` messages +bytes +sent on\s+-+\s+3 +88, and those of 1 message of unknown size +MPI_COMM_WORLD\n`, r.out)
}

func TestLogFailures(t *testing.T) {
	path := smallLog(t)
	for args, want := range map[string]string{
		"log info none":                    "none: no such file",
		"log events --all --around 6":      "[all around]",
		"log events --all --rank 2":        "has no rank 2; its ranks are 0 to 2",
		"log events --rank 2":              "has no rank 2; its ranks are 0 to 2",
		"log events --around x":            `--around: "x" is not a record number; findings show such numbers, such as 1234 or 2:1234`,
		"log events --around 1:2:3":        `"1:2:3" is not a record number`,
		"log events --count -1":            "--count must be a number of records, 0 or more",
		"log events --rank 0 a":            "events takes one argument",
		"log nothing":                      `unknown command "nothing"`,
		"log events --around 70000000:1":   "is not a record number",
		"log events --around 99999999999:": "is not a record number",
	} {
		fields := strings.Fields(args)
		if fields[1] == "events" {
			fields = append(fields, path)
		}
		r := call(nil, fields...)
		assert.Equal(t, exitFailed, r.code, args)
		assert.Empty(t, r.out, args)
		assert.Contains(t, r.err, want)
		assert.Equal(t, 1, strings.Count(r.err, "\n"), r.err)
	}
	assert.Contains(t, call(nil, "log").out, "Available Commands:")
}
