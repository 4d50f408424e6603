package acceptance

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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
)

// TestStatuses: statuses, results and error handlers are the same as without gomarmot, and the log has source, tag and
// size of each status, also if the program ignores the status.
func TestStatuses(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "statuses.c")
	for _, m := range MPIs {
		for _, how := range []string{"returns", "handler"} {
			t.Run(m.Name+"/"+how, func(t *testing.T) {
				t.Parallel()
				bin := filepath.Join(t.TempDir(), "statuses")
				require.NoError(t, m.Compile(source, bin))
				l := Launch{Binary: bin, Args: []string{"handler"}}
				if how == "returns" {
					l.Args = nil
				}
				sameStatuses(t, &m, l, preload, 2*(8+5+18+4+1+3000+1))
			})
		}
	}
}

// TestStatusesInFortran is TestStatuses in Fortran, whose MPI_STATUS_IGNORE differs from C's.
func TestStatusesInFortran(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "statuses.F90")
	for _, m := range MPIs {
		for _, b := range fortranBindings {
			t.Run(m.Name+"/"+b.name, func(t *testing.T) {
				t.Parallel()
				bin := filepath.Join(t.TempDir(), "statuses")
				require.NoError(t, m.Compile(source, bin, b.define, "-fallow-argument-mismatch", "-w"))
				sameStatuses(t, &m, Launch{Binary: bin}, preload, 27)
			})
		}
	}
}

func TestStatusesInPython(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	m := pythonMPI()
	script := filepath.Join(root, "acceptance", "testdata", "python", "mpi4py", "statuses.py")
	sameStatuses(t, &m, Launch{Binary: "/usr/bin/python3", Args: []string{script}}, preload, 8)
}

// sameStatuses runs a program with and without gomarmot. The program prints at least n statuses.
func sameStatuses(t *testing.T, m *MPI, l Launch, preload string, n int) {
	t.Helper()
	l.Ranks, l.Dir, l.Timeout = 2, t.TempDir(), time.Minute
	without := m.Run(l)
	require.Zero(t, without.Exit, without.Output)
	l.Preload, l.Env = preload, []string{"GOMARMOT_SUMMARY=0", "GOMARMOT_LIVE=0"}
	with := m.Run(l)
	require.Zero(t, with.Exit, with.Output)
	require.Equal(t, without.Output, with.Output)
	want := told(with.Output)
	require.GreaterOrEqual(t, len(want), n)
	assert.ElementsMatch(t, want, statusesOf(t, filepath.Join(l.Dir, logdir.Default), 0))
}

// told returns the statuses that a program has printed.
func told(output string) []string {
	var all []string
	for line := range strings.Lines(output) {
		if s, ok := strings.CutPrefix(line, "message "); ok {
			all = append(all, strings.TrimSpace(s))
		}
	}
	return all
}

// statusesOf returns the statuses of messages in a rank's log: source, tag, bytes.
func statusesOf(t *testing.T, log string, rank int) []string {
	t.Helper()
	var all []string
	eachEvent(t, log, rank, func(e *event.Event) { all = append(all, statusesIn(e)...) })
	return all
}

// eachEvent calls f for the events in the log of a rank.
func eachEvent(t *testing.T, log string, rank int, f func(*event.Event)) {
	t.Helper()
	l, err := logdir.Open(log)
	require.NoError(t, err)
	defer l.Close()
	i := slices.IndexFunc(l.Ranks(), func(r *logdir.RankLog) bool { return r.Rank == rank })
	require.GreaterOrEqual(t, i, 0, "rank %d has a log", rank)
	var e event.Event
	for err := l.Ranks()[i].Next(&e); !errors.Is(err, io.EOF); err = l.Ranks()[i].Next(&e) {
		require.NoError(t, err)
		f(&e)
	}
}

func statusesIn(e *event.Event) []string {
	s := calls.Of(e.Kind)
	found := s.Flag < 0 || e.A[1+s.Flag] != 0
	switch {
	case e.Kind >= calls.MaxKind || e.Phase != event.Leave || e.A[0] != 0 || !found:
		return nil
	case s.Status >= 0:
		at := 1 + s.Status
		return []string{statusText(e.A[at], e.A[at+1], e.A[at+2])}
	case s.Statuses:
		return statusArray(e.Blob, len(s.LeaveBlob)-1)
	}
	return nil
}

// statusArray reads the array of statuses in a blob, after some other arrays.
func statusArray(blob []byte, before int) []string {
	var words []int64
	for ; len(blob) >= 8; blob = blob[8:] {
		words = append(words, int64(binary.LittleEndian.Uint64(blob)))
	}
	for range before {
		words = words[1+words[0]:]
	}
	var all []string
	for w := words[1 : 1+words[0]]; len(w) > 0; w = w[2:] {
		all = append(all, statusText(w[0]>>32, int64(int32(w[0])), w[1]))
	}
	return all
}

// statusText formats a status as the programs print it, that of a cancelled operation without source and tag.
func statusText(source, tag, bytes int64) string {
	if bytes < 0 {
		return "- - -1"
	}
	return fmt.Sprint(source, tag, bytes)
}
