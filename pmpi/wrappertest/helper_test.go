package wrappertest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// limit ends a program that hangs.
const limit = 60 * time.Second

// built returns the path of a file that make build has made.
func built(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "build", name))
	require.NoError(t, err)
	require.FileExists(t, path, "run make test, or make build build/libstubmpi.so, first")
	return path
}

// compileStub builds a program of testdata against the stub library.
func compileStub(t *testing.T, source string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "prog")
	lib := built(t, "libstubmpi.so")
	run(t, acceptance.Compiler("cc", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o", exe, filepath.Join("testdata", source),
		lib, "-Wl,-rpath,"+filepath.Dir(lib), "-lpthread", "-rdynamic"))
	return exe
}

func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%v: %s", cmd.Args, out)
}

// result is how a program ended.
type result struct {
	exit   int // -1: a signal
	signal string
	stdout string
	stderr string
}

// launch runs a command in dir under a time limit; env is added to this
// process's.
func launch(t *testing.T, dir string, env []string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	require.NoError(t, ctx.Err(), "%v hangs: %s", args, errs.String())
	r := result{stdout: out.String(), stderr: errs.String()}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		r.exit, r.signal = exit.ExitCode(), exit.String()
	} else {
		require.NoError(t, err)
	}
	return r
}

// preload is the environment of a recorded run. Rules are not of interest.
func preload(t *testing.T) []string {
	built(t, "libgomarmot-core.so") // it is loaded too
	return []string{"LD_PRELOAD=" + built(t, "libgomarmot.so"), "GOMARMOT_SUMMARY=0", "GOMARMOT_LIVE=0"}
}

// record runs a program with the library preloaded and returns the events of rank 0,
// without the predefined handles, and how its log ended.
func record(t *testing.T, env []string, args ...string) ([]event.Event, segment.End) {
	t.Helper()
	dir := t.TempDir()
	r := launch(t, dir, append(preload(t), env...), args...)
	require.Zero(t, r.exit, r.stderr)
	require.Empty(t, r.stderr)
	return events(t, dir, 0)
}

// events reads a rank's events from the log in dir.
func events(t *testing.T, dir string, rank int) ([]event.Event, segment.End) {
	t.Helper()
	var list []event.Event
	end := eachEvent(t, dir, rank, func(e event.Event) {
		if e.Kind != event.Predef {
			e.Blob = slices.Clone(e.Blob)
			list = append(list, e)
		}
	})
	return list, end
}

// eachEvent calls f with each event of a rank in the log in dir. Arrays of requests are whole.
func eachEvent(t *testing.T, dir string, rank int, f func(event.Event)) segment.End {
	t.Helper()
	var arrays event.WholeArrays
	return eachRecord(t, dir, rank, func(e event.Event) {
		require.True(t, arrays.Take(&e), "the array of record %d", e.Seq)
		f(e)
	})
}

// eachRecord calls f with each event of a rank as the log in dir has it.
func eachRecord(t *testing.T, dir string, rank int, f func(event.Event)) segment.End {
	t.Helper()
	folder := logdir.Dir(filepath.Join(dir, logdir.Default))
	rings, err := filepath.Glob(logdir.RingName(folder, rank, 0)[:len(folder)+len("/rank-00000")] + ".t*.ring")
	require.NoError(t, err)
	s, err := segment.OpenStream(logdir.SegmentName(folder, rank), rings)
	require.NoError(t, err)
	defer s.Close()
	for {
		var e event.Event
		err := s.Next(&e)
		if errors.Is(err, io.EOF) {
			return s.End()
		}
		require.NoError(t, err)
		f(e)
	}
}

// byThread returns the records of each thread, by its number.
func byThread(list []event.Event) map[int64][]event.Event {
	of := map[int64][]event.Event{}
	has := map[uint16]int64{} // the thread that has a ring
	for _, e := range list {
		if e.Kind == event.Thread {
			has[e.Thread] = e.A[3]
		}
		of[has[e.Thread]] = append(of[has[e.Thread]], e)
	}
	return of
}

// blobWords returns a blob's words.
func blobWords(e event.Event) []int64 {
	var words []int64
	for b := e.Blob; len(b) >= 8; b = b[8:] {
		words = append(words, int64(binary.LittleEndian.Uint64(b)))
	}
	return words
}
