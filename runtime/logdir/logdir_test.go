package logdir

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

func testRun(size int) Run {
	return Run{
		Time: time.Unix(1700000000, 0).UTC(), ID: "r1", Gomarmot: "0.1.0", Size: size,
		Flavour: "openmpi", Library: "Open MPI v4", Standard: "3.1", Exe: "/bin/app", Args: []string{"app"},
	}
}

// makeLog creates the log of a run of size processes; each rank in ranks writes a segment of 10 events.
func makeLog(t *testing.T, path string, size int, ranks ...int) {
	t.Helper()
	f, err := Create(path, testRun(size))
	require.NoError(t, err)
	require.NoError(t, f.Close())
	for _, rank := range ranks {
		w, err := segment.Create(SegmentName(Dir(path), rank), segment.Header{Run: "r1", Rank: rank, Size: size})
		require.NoError(t, err)
		require.NoError(t, w.Meta(segment.MetaModules, []segment.Module{{Start: 0x400000, End: 0x500000, Path: "/bin/app"}}))
		for i := range 10 {
			require.NoError(t, w.Append(&event.Event{Kind: calls.WinFence, Seq: uint32(i), Time: uint64(i), PC: 0x401000}))
		}
		require.NoError(t, w.SetState(segment.Finalized))
		require.NoError(t, w.Close())
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), Default)
	makeLog(t, path, 4, 0, 1, 3)
	for _, given := range []string{path, Dir(path), Dir(path) + "/", filepath.Dir(path)} {
		l, err := Open(given)
		require.NoError(t, err, given)
		assert.Equal(t, path, l.Path)
		assert.Equal(t, 4, l.Size)
		assert.Equal(t, []int{2}, l.Missing)
		assert.Empty(t, l.Notes)
		assert.Equal(t, "r1", l.Run.ID)
		for i, r := range l.Ranks() {
			assert.Equal(t, []int{0, 1, 3}[i], r.Rank)
			assert.Equal(t, r.Rank, r.Header.Rank)
			var e event.Event
			n := 0
			for ; r.Next(&e) == nil; n++ {
				m, ok := r.Module(e.PC)
				assert.True(t, ok)
				assert.Equal(t, "/bin/app", m.Path)
			}
			assert.Equal(t, 10, n)
			assert.Equal(t, segment.Finalized, r.End().State)
			assert.Empty(t, r.End().Damage)
		}
		require.NoError(t, l.Close())
	}
}

func TestCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.log")
	makeLog(t, path, 1, 0)
	for name, mode := range map[string]os.FileMode{path: 0o600, Dir(path): 0o700, SegmentName(Dir(path), 0): 0o600} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, mode, info.Mode().Perm(), name)
	}
	_, err := Create(path, testRun(1))
	require.ErrorIs(t, err, fs.ErrExist, "an existing log is never written to")
}

// TestJournalBesideAFileOfTheProgram: the log can be read although run.log is a file of the program.
func TestJournalBesideAFileOfTheProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), Default)
	makeLog(t, path, 2, 0, 1)
	require.NoError(t, os.Rename(path, JournalName(Dir(path))))
	for _, text := range []string{"", "step 1: 42\n"} {
		if text != "" {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		}
		for _, given := range []string{path, Dir(path), filepath.Dir(path)} {
			l, err := Open(given)
			require.NoError(t, err, given)
			assert.Equal(t, "r1", l.Run.ID)
			assert.Empty(t, l.Notes)
			require.NoError(t, l.Close())
		}
	}
}

// TestNear: if the log has another name, the error says which.
func TestNear(t *testing.T) {
	dir := t.TempDir()
	path, log := filepath.Join(dir, Default), filepath.Join(dir, Second)
	makeLog(t, log, 1, 0)
	_, err := Open(path)
	require.ErrorContains(t, err, "no such file; there is "+log)
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o644))
	_, err = Open(path)
	require.ErrorContains(t, err, "not a gomarmot log; there is "+log)
}

func TestFirstLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), Default)
	makeLog(t, path, 2)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	require.NoError(t, err)
	var got map[string]any
	require.NoError(t, json.Unmarshal(line, &got))
	assert.Equal(t, "info", got["level"])
	assert.Equal(t, "gomarmot run", got["msg"])
	assert.EqualValues(t, Version, got["format"])
	assert.EqualValues(t, 2, got["size"])
}

// TestRefused: the error for a file that cannot be opened is a sentence with the file's name and a remedy.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(at(name)), 0o700))
		require.NoError(t, os.WriteFile(at(name), []byte(text), 0o600))
	}
	require.NoError(t, os.Mkdir(at("empty.d"), 0o700))
	makeLog(t, at("alone.log"), 1, 0)
	require.NoError(t, os.Rename(at("alone.log.d"), at("elsewhere.d")))
	write("foreign.log", "plain text\nof some program\n")
	write("foreign.d/notes.txt", "x")
	write("both.log", "plain text")
	write("both.log.d/x", "")
	write("nothing.log", "")
	write("newer.log", `{"msg":"gomarmot run","format":2}`)
	write("newer.log.d/x", "")
	write("size.log", `{"msg":"gomarmot run","format":1,"size":-1}`)
	write("seg.d/rank-00000.seg", "")
	write("seg2.d/rank-00000.seg", segment.Magic+string(rune(segment.Version+1))+"\x00\x00\x00")

	for name, c := range map[string]struct {
		problem segment.Problem
		text    string
	}{
		"empty.d":              {segment.Empty, "the directory is empty"},
		"alone.log":            {segment.Unreadable, "alone.log.d that belongs to it is not beside it; copy or move both together"},
		"foreign.log":          {segment.Foreign, "not a gomarmot run.log"},
		"foreign.d":            {segment.Foreign, "contains no gomarmot log"},
		"both.log":             {segment.Foreign, "not a gomarmot run.log"},
		"nothing.log":          {segment.Unreadable, "nothing.log.d that belongs to it"},
		"newer.log":            {segment.Newer, "format version 2, this gomarmot reads up to 1; use a newer gomarmot"},
		"size.log":             {segment.Broken, "has -1 processes"},
		"missing.log":          {segment.Unreadable, "no such file"},
		"foreign.log/run.log":  {segment.Unreadable, "is a file, not a directory"},
		"seg.d/rank-00000.seg": {segment.Foreign, "this is one rank's part of a log; pass its directory"},
		"seg.d":                {segment.Empty, "the file is empty"},
		"seg2.d":               {segment.Newer, fmt.Sprintf("format version %d", segment.Version+1)},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(at(name))
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.problem, e.Problem, "%v", err)
			assert.Contains(t, err.Error(), c.text)
			assert.Contains(t, err.Error(), dir)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	err := segment.Unusable("run.log", &fs.PathError{Op: "open", Path: "run.log", Err: fs.ErrPermission})
	assert.Equal(t, "run.log: no permission to read it; read it as the user who ran the program, or change its mode", err.Error())
}

func TestMissingLogBesideItsFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), Default)
	makeLog(t, path, 2, 0, 1)
	require.NoError(t, os.Remove(path))
	for _, given := range []string{path, Dir(path)} {
		l, err := Open(given)
		require.NoError(t, err)
		assert.Nil(t, l.Run)
		assert.Equal(t, 2, l.Size)
		assert.Empty(t, l.Notes, "the segments say the same")
		require.NoError(t, l.Close())
	}
	_, err := Open(filepath.Join(filepath.Dir(path), "other.log"))
	assert.ErrorContains(t, err, "no such file")
}

func TestDamagedRankDoesNotHideTheOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), Default)
	makeLog(t, path, 3, 0, 1, 2)
	require.NoError(t, os.Truncate(SegmentName(Dir(path), 1), 70))
	l, err := Open(path)
	require.NoError(t, err)
	defer l.Close()
	require.Len(t, l.Ranks(), 3)
	r := l.Ranks()[1]
	assert.Nil(t, r.Header)
	require.NotNil(t, r.Err)
	assert.Contains(t, r.Err.Error(), "byte 70: the file ends inside its header")
	var e event.Event
	require.NoError(t, r.Next(&e))
	assert.Equal(t, event.Lost, e.Kind, "the rank's calls are missing")
	assert.Equal(t, io.EOF, r.Next(&e))
	assert.NoError(t, l.Ranks()[2].Next(&e))
}

func TestStrangeSegments(t *testing.T) {
	path := filepath.Join(t.TempDir(), Default)
	makeLog(t, path, 2, 0, 1)
	require.NoError(t, os.Rename(SegmentName(Dir(path), 1), SegmentName(Dir(path), 2)))
	w, err := segment.Create(SegmentName(Dir(path), 1), segment.Header{Run: "old", Rank: 1, Size: 2})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	l, err := Open(path)
	require.NoError(t, err)
	defer l.Close()
	assert.Len(t, l.Notes, 2)
	assert.Contains(t, fmt.Sprint(l.Notes), "from another run (old, not r1)")
	assert.Contains(t, fmt.Sprint(l.Notes), "its header says rank 1")
	assert.Len(t, l.Ranks(), 1)
	assert.Equal(t, 2, l.Size)
	assert.Equal(t, []int{1}, l.Missing)
}
